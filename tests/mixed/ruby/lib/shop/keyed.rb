module Shop
  # A thing with a key.
  module Keyed
    attr_reader :key

    def shown = key.to_s
  end

  class Error < StandardError; end
end
