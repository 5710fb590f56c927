// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// An account whose signer anybody can set, as accounts that somebody forgot to initialize. It makes anybody's calls.
contract OpenAccount {
    address private signer;

    function init(address its) external {
        signer = its;
    }

    function execute(address to, bytes calldata data) external {
        (bool done, ) = to.call(data);
        require(done);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        bool valid = signer != address(0) && ecrecover(hash, uint8(signature[64]), r, s) == signer;
        return valid ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
