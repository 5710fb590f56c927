// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A Chainlink price feed (AggregatorV3Interface) that says what the test told it.
contract PriceFeed {
    uint8 public immutable decimals;
    string public description;
    int256 private price;
    uint256 private time;
    uint80 private round;

    constructor(uint8 places, string memory name) {
        decimals = places;
        description = name;
    }

    function set(int256 answer, uint256 updatedAt) external {
        price = answer;
        time = updatedAt;
        round += 1;
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return (round, price, time, time, round);
    }
}
