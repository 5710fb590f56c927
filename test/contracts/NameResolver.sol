// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// ENS's universal resolver (ENSIP-21), as far as an address is asked of it.
contract NameResolver {
    error ResolverNotFound(bytes name);
    /// ERC-3668
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    mapping(bytes name => address) private addresses;
    mapping(bytes name => string) private gateways;

    function set(bytes calldata name, address to) external {
        addresses[name] = to;
    }

    function setOffchain(bytes calldata name, string calldata url) external {
        gateways[name] = url;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        if (bytes(gateways[name]).length > 0) {
            string[] memory urls = new string[](1);
            urls[0] = gateways[name];
            revert OffchainLookup(address(this), urls, data, this.resolveWithGateways.selector, "");
        }
        if (addresses[name] == address(0)) revert ResolverNotFound(name);
        return (abi.encode(addresses[name]), address(this));
    }
}
