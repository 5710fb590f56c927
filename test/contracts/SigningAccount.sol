// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// An account that signs by its owner's key (ERC-1271), and makes calls at its owner's word.
contract SigningAccount {
    address private immutable owner;

    constructor(address its) {
        owner = its;
    }

    function execute(address to, bytes calldata data) external {
        require(msg.sender == owner);
        (bool done, ) = to.call(data);
        require(done);
    }

    /// Sends coin in parts, and makes a call.
    function send(address to, uint256[] calldata amounts, address other, bytes calldata data) external payable {
        for (uint256 i = 0; i < amounts.length; i++) {
            (bool sent, ) = to.call{value: amounts[i]}("");
            require(sent);
        }
        (bool done, ) = other.call(data);
        require(done);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        bool valid = ecrecover(hash, uint8(signature[64]), r, s) == owner;
        return valid ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
