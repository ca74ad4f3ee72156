require "shop/keyed"

module Shop
  # Lines bought together.
  class Order
    include Keyed

    LIMIT = 10
    Line = Struct.new(:name, :count)

    class Full < Error
    end

    class << self
      def open
        new("open")
      end
    end

    def self.get(key) = new(key)

    def initialize(key)
      @key = key
      @lines = []
    end

    def get(index)
      @lines[index]
    end

    def add(line)
      raise Full, key if @lines.size >= LIMIT

      @lines << line
    end

    alias << add

    private

    def total? = @lines.any?
  end
end
