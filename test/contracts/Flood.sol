// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Says in as many logs as it is told that its caller has sent a worthless token to somebody.
contract Flood {
    event Transfer(address indexed from, address indexed to, uint256 value);

    /// @dev What is behind these arguments in the calldata is what the caller claims about them.
    function pour(address to, uint256 count) external {
        for (uint256 index = 0; index < count; index++) emit Transfer(msg.sender, to, index + 1);
    }
}
