// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Context} from "@openzeppelin/contracts/utils/Context.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

/// @title A dollar with the odd manners of USDT on Ethereum.
/// @notice Worth nothing. Anybody may mint any amount, so that a faucet needs no key of its own.
/// @dev transfer, transferFrom and approve return nothing, though ERC-20 says `returns (bool)`: code
/// that decodes a bool fails here. OpenZeppelin's ERC20 fixes that return type and no override can
/// drop it, so the shape is written out on OpenZeppelin's Context and errors.
contract OldDollar is Context, IERC20Errors {
    string public constant name = "Old Dollar";
    string public constant symbol = "OUSD";
    uint8 public constant decimals = 6;

    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    /// @dev As USDT: an allowance in use has to be set to zero before it is set anew.
    error AllowanceInUse(address spender, uint256 current);

    function transfer(address to, uint256 value) external {
        _transfer(_msgSender(), to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 current = allowance[from][_msgSender()];
        if (current < value) revert ERC20InsufficientAllowance(_msgSender(), current, value);
        if (current != type(uint256).max) allowance[from][_msgSender()] = current - value;
        _transfer(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        uint256 current = allowance[_msgSender()][spender];
        if (value != 0 && current != 0) revert AllowanceInUse(spender, current);
        allowance[_msgSender()][spender] = value;
        emit Approval(_msgSender(), spender, value);
    }

    /// @notice Open to all, on purpose: this is a demo's token.
    function mint(address to, uint256 value) external {
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _transfer(address from, address to, uint256 value) private {
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        uint256 held = balanceOf[from];
        if (held < value) revert ERC20InsufficientBalance(from, held, value);
        balanceOf[from] = held - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
