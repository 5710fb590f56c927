// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title A contract wallet as Safe and ERC-4337 accounts are: its owner, or an entry point, has it make calls.
/// @notice For tests only: it asks for no signatures.
contract SmartWallet {
    /// @dev As Safe's: says that the inner call succeeded, not what it moved.
    event ExecutionSuccess(address to);

    receive() external payable {}

    function execTransaction(address to, uint256 value, bytes calldata data) external {
        (bool done, bytes memory result) = to.call{value: value}(data);
        if (!done) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
        emit ExecutionSuccess(to);
    }
}
