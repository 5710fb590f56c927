// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title A dollar that keeps one percent of what is transferred: less arrives than was sent.
/// @notice For tests only: anybody may mint.
contract FeeDollar is ERC20("Fee Dollar", "FUSD") {
    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 value) internal override {
        if (from == address(0) || to == address(0)) return super._update(from, to, value);
        uint256 fee = value / 100;
        super._update(from, address(this), fee);
        super._update(from, to, value - fee);
    }
}
