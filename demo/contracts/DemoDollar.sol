// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title A dollar for trying things out: 6 decimals, and transfers by signature, as most stablecoins.
/// @notice Worth nothing. Anybody may mint any amount, so that a faucet needs no key of its own.
contract DemoDollar is ERC20("Demo Dollar", "DUSD"), EIP712("Demo Dollar", "1"), ERC3009 {
    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// @notice Open to all, on purpose: this is a demo's token.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice Sends a transfer that `from` has signed (EIP-3009). An account with code checks the signature itself (ERC-1271), as
    /// with USDC.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        bytes32 terms = keccak256(
            abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
        );
        bool isSigned = SignatureChecker.isValidSignatureNow(from, _hashTypedDataV4(terms), signature);
        require(isSigned, ERC3009InvalidSignature());
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    /// @notice What every signature is made over besides its message (EIP-712).
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }
}
