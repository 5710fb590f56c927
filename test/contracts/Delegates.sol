// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Account as AbstractedAccount} from "@openzeppelin/contracts/account/Account.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {SignerEIP7702} from "@openzeppelin/contracts/utils/cryptography/signers/SignerEIP7702.sol";

// What accounts of a key delegate to (EIP-7702). They differ in what the key has to sign for a token that asks the account.

/// The hash itself, as at MetaMask's delegator.
contract PlainDelegate is SignerEIP7702, IERC1271 {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _rawSignatureValidation(hash, signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// The hash itself, by an account of ERC-4337, as at Simple7702Account.
contract AccountDelegate is SignerEIP7702, AbstractedAccount, IERC1271 {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _rawSignatureValidation(hash, signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// The hash within typed data of the account (ERC-7739), as at Solady's accounts.
contract NestingDelegate is EIP712("Nesting", "1"), SignerEIP7702, ERC7739 {}

/// The hash within a message of the account, as at Coinbase's smart wallet, Porto and Ithaca.
contract RehashingDelegate is SignerEIP7702, EIP712("Rehashing", "1"), IERC1271 {
    bytes32 private constant TYPE = keccak256("Message(bytes32 hash)");

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bytes32 own = _hashTypedDataV4(keccak256(abi.encode(TYPE, hash)));
        return _rawSignatureValidation(own, signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
