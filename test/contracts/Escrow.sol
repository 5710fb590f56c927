// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
}

/// Holds money for one recipient until anybody has it released.
contract Escrow {
    address payable private immutable recipient;

    constructor(address payable to) payable {
        recipient = to;
    }

    receive() external payable {}

    function release(Token token, uint256 amount) external {
        token.transfer(recipient, amount);
    }

    function releaseCoin(uint256 amount) external {
        (bool done, ) = recipient.call{value: amount}("");
        require(done);
    }
}
