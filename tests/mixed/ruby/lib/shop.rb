# frozen_string_literal: true

require_relative "shop/keyed"
require "shop/order"

# The shop.
module Shop
  VERSION = "0.1.0"
end
