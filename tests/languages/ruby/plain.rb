# frozen_string_literal: true

require "set"
# <- imports: set
require_relative "store/backend"
# <- imports: ./store/backend

# Everything kept.
module Shop
#      ^ defines: Shop (module)
#      ^ doc: Everything kept.
#      ^ signature: module Shop
#      ^ span: 0..+43
  # How many
  # at most.
  LIMIT = 10
  # <- defines: Shop.LIMIT (constant)
  # <- doc: How many
  # <- parent: Shop
  NAMES = %w[a b].freeze
  # <- defines: Shop.NAMES (constant)
  DEFAULT ||= ENV["SHOP"]
  # <- defines: Shop.DEFAULT (constant)
  UPPER = ->(text) { text.upcase }
  # <- defines: Shop.UPPER (function)
  # <- signature: UPPER = ->(text)
  @registry = {}
  # <- defines: Shop.registry (field)

  # Keeps things.
  class Store < Base
  #     ^ defines: Shop.Store (class)
  #     ^ doc: Keeps things.
  #     ^ signature: class Store < Base
  #     ^ parent: Shop
  #             ^ extends: Base
    # The comment that opens a body is no part of the signature.
    include Enumerable, Shop::Sized
    #       ^ implements: Enumerable
    #                   ^ implements: Shop::Sized
    @@count = 0
    # <- defines: Shop.Store.count (field)

    # What it keeps.
    attr_reader :entries
    #           ^ defines: Shop.Store.entries (field)
    #           ^ doc: What it keeps.
    #           ^ signature: attr_reader :entries
    attr_accessor :name, :owner
    #             ^ defines: Shop.Store.name (field)
    #                    ^ defines: Shop.Store.owner (field)
    #                    ^ parent: Shop.Store

    def initialize(back = Backend.new)
    #   ^ defines: Shop.Store.initialize (constructor)
    #              ^ binds: back : = Backend.new
      @back = back
      # <- defines: Shop.Store.back (field)
      # <- parent: Shop.Store
      # <- binds: @back : = back
      @entries = []
      @left, @right = 1, 2
      # <- defines: Shop.Store.left (field)
      #      ^ defines: Shop.Store.right (field)
    end

    # Reads one.
    def [](key) = @back.read(key)
    #   ^ defines: Shop.Store.[] (method)
    #   ^ doc: Reads one.
    #   ^ signature: def [](key)
    #                   ^ call: @back.read

    def name=(value) # sets it
    #   ^ defines: Shop.Store.name= (method)
    #   ^ signature: def name=(value)
      # and no more
      @name = value
    end

    def empty?; end
    #   ^ defines: Shop.Store.empty? (method)

    def <=>(other)
    #   ^ defines: Shop.Store.<=> (method)
    end

    # Only for friends.
    private def clear!
    #           ^ defines: Shop.Store.clear! (method)
    #           ^ doc: Only for friends.
    #           ^ signature: private def clear!
    #           ^ span: 0..+2
      @memo ||= compute
      # <- defines: Shop.Store.memo (field)
    end
  end
end

def helper
#   ^ defines: helper (function)
  twice = lambda do |x|
  # <- defines: helper.twice (function)
    x * 2
  end
  twice.call(1)
end

$shop = Shop::Store.new
# <- defines: shop (constant)
# <- binds: $shop : Shop::Store =
