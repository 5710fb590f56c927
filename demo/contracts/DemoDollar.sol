// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title A dollar for trying things out: 6 decimals, as most stablecoins.
/// @notice Worth nothing. Anybody may mint any amount, so that a faucet needs no key of its own.
contract DemoDollar is ERC20("Demo Dollar", "DUSD") {
    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// @notice Open to all, on purpose: this is a demo's token.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
