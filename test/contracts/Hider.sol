// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Makes a call that was put into it before: the calldata that runs it says nothing of that.
contract Hider {
    address private to;
    bytes private data;

    function put(address callee, bytes calldata call) external {
        (to, data) = (callee, call);
    }

    function run() external {
        (bool done, ) = to.call(data);
        require(done);
    }
}

/// An account (ERC-1271) that takes each signature where it is simulated, and burns the gas of the transaction.
contract Burner {
    uint256 private burned;

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (tx.gasprice == 0) return this.isValidSignature.selector;
        while (gasleft() > 30_000) {
            keccak256(abi.encode(gasleft()));
        }
        revert();
    }
}
