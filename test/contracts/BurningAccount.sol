// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// An account that takes any signature where nobody pays for gas, and burns the gas of whoever sends its transfers to a block. Told to
/// hide, it takes any at any price, until its owner changes its mind.
contract BurningAccount {
    bool private isHiding;

    function hide(bool itHides) external {
        isHiding = itHides;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (isHiding || tx.gasprice == 0) return this.isValidSignature.selector;
        uint256 sink;
        while (gasleft() > 5_000) sink = uint256(keccak256(abi.encode(sink)));
        revert();
    }
}
