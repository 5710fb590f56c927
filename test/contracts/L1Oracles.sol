// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// What rollups charge for a transaction's data on L1, by the formulas of the real predeploys and prices that stand still.
// Without storage, so that their code alone can be put where the predeploys are.

/// @title The OP stack's GasPriceOracle before Fjord (Ecotone): each byte of the transaction has its price.
contract OldOpOracle {
    uint256 internal constant BASE_FEE = 10 gwei;
    uint256 internal constant BASE_FEE_SCALAR = 5227;
    uint256 internal constant BLOB_BASE_FEE = 3 gwei;
    uint256 internal constant BLOB_BASE_FEE_SCALAR = 1014213;

    function getL1Fee(bytes memory data) external pure returns (uint256) {
        uint256 gas = 68 * 16;
        for (uint256 i = 0; i < data.length; i++) gas += data[i] == 0 ? 4 : 16;
        return (gas * price()) / (16 * 1e6);
    }

    function price() internal pure returns (uint256) {
        return BASE_FEE_SCALAR * 16 * BASE_FEE + BLOB_BASE_FEE_SCALAR * BLOB_BASE_FEE;
    }
}

/// @title The OP stack's GasPriceOracle since Fjord: by what is left of the transaction once it is compressed.
contract OpOracle is OldOpOracle {
    function getL1FeeUpperBound(uint256 unsignedTxSize) external pure returns (uint256) {
        uint256 size = unsignedTxSize + 68;
        int256 estimated = -42_585_600 + int256(836_500 * (size + size / 255 + 16));
        if (estimated < 100e6) estimated = 100e6;
        return (uint256(estimated) * price()) / 1e12;
    }
}

/// @title Scroll's L1GasPriceOracle since Feynman: each byte of the signed transaction has its price.
contract ScrollOracle {
    function getL1Fee(bytes memory data) external pure returns (uint256) {
        uint256 price = 20e9 * 10 gwei + 3e9 * 2 gwei;
        return (price * data.length * 2e9) / 1e9 / 1e9;
    }
}
