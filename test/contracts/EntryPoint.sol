// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title The part of ERC-4337's entry point that matters for payments: one transaction, many payers.
/// @notice For tests only: it takes no signatures, and no gas.
contract EntryPoint {
    struct UserOperation {
        address sender;
        bytes callData;
    }

    event UserOperationEvent(address indexed sender, bool success);

    /// @dev As ERC-4337's: an operation that fails does not fail the others.
    function handleOps(UserOperation[] calldata ops) external {
        for (uint256 i = 0; i < ops.length; i++) {
            (bool success, ) = ops[i].sender.call(ops[i].callData);
            emit UserOperationEvent(ops[i].sender, success);
        }
    }
}
