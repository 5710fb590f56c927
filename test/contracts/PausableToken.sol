// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title A dollar whose issuer may stop it, or shut an account out, as those of USDC and USDT may.
/// @notice For tests only: anybody is the issuer.
contract PausableToken is ERC20("Pausable Dollar", "PUSD") {
    /// @dev How a refusal looks: tokens differ in it.
    enum Manner {
        Text,
        CustomError,
        Panic,
        Silence
    }

    /// @dev OpenZeppelin's Pausable, version 5.
    error EnforcedPause();
    error AccountFrozen(address account);

    bool public paused;
    Manner public manner;
    mapping(address account => bool) public blacklisted;

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function pause(bool on) external {
        paused = on;
    }

    function blacklist(address account, bool on) external {
        blacklisted[account] = on;
    }

    function setManner(Manner next) external {
        manner = next;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (paused) {
            if (manner == Manner.CustomError) revert EnforcedPause();
            refuse(from, "Pausable: paused");
        }
        if (blacklisted[from]) refuse(from, "Blacklistable: account is blacklisted");
        if (blacklisted[to]) refuse(to, "Blacklistable: account is blacklisted");
        super._update(from, to, value);
    }

    function refuse(address account, string memory text) private view {
        if (manner == Manner.Text) revert(text);
        if (manner == Manner.CustomError) revert AccountFrozen(account);
        if (manner == Manner.Panic) assert(false);
        assembly {
            revert(0, 0)
        }
    }
}
