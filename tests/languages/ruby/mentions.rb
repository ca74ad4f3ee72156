require "json"
# <- imports: json
require File.expand_path("../lib/shop", __FILE__)
# <- imports: ./lib/shop
require File.join(__dir__, "support", "env")
# <- imports: ./support/env
require "#{__dir__}/local"
# <- imports: ./local
load "tasks/build.rake"
# <- imports: tasks/build.rake
autoload :Store, "shop/store"
# <- imports: shop/store Store
require_relative("near")
# <- imports: ./near

class Mention
#     ^ defines: Mention (class)
  extend Forwardable
  #      ^ implements: Forwardable
  prepend Loud::Mode
  #       ^ implements: Loud::Mode

  def run(store)
  #   ^ defines: Mention.run (method)
    reader = Shop::Reader.new(store)
    # <- binds: reader : Shop::Reader =
    #              ^ new: Shop::Reader
    #                         ^ argument: store
    other = Writer.new store, 1
    # <- binds: other : Writer =
    #       ^ new: Writer
    entry = reader.open("x").entry(1)
    # <- binds: entry : = reader.open().entry()
    #                        ^ call: reader.open().entry
    #              ^ call: reader.open
    log entry, Shop::LIMIT, level: DEBUG
    # <- call: log
    #   ^ argument: entry
    #                ^ argument: Shop::LIMIT
    #                              ^ value: DEBUG
    entry&.save! unless entry.valid?
    #      ^ call: entry&.save!
    #                         ^ call: entry.valid?
    prepare
    # <- call: prepare
    store.each { |item| item.touch }
    #     ^ call: store.each
    #             ^ binds: item : = *store
    #                        ^ call: item.touch
    Shop.config[:x].each_pair do |key, value|
    #    ^ call: Shop.config
    #               ^ call: Shop.config[].each_pair
      puts "#{key}: #{Shop::VERSION}"
      #                     ^ value: Shop::VERSION
    end
    for part in entry.parts
    #   ^ binds: part : = *entry.parts
      send(:take, part)
      #     ^ argument: :take
    end
    raise Shop::Missing, "none" if entry.nil?
    #           ^ raise: Shop::Missing
    raise Odd.new("x")
    #     ^ raise: Odd
  rescue Broken, IO::Error => e
  #      ^ type: Broken
  #              ^ type: IO::Error
  # <- binds: e : Broken =
    @last = e
    # <- defines: Mention.last (field)
    @last
    # <- attribute: @last
  end

  def self.build = new.tap { |m| m.run(nil) }
  #        ^ defines: Mention.build (method)
  #                                ^ call: m.run

  def backend
  #   ^ defines: Mention.backend (method)
    @backend ||= Backend.open(path)
    # <- binds: @backend : = Backend.open()
    # <- binds: return : = Backend.open()
    #                    ^ call: Backend.open
    #                         ^ argument: path
  end

  def kind(x)
  #   ^ defines: Mention.kind (method)
    return SMALL if x == Limits::LOW
    #                            ^ value: Limits::LOW
    #      ^ binds: return : = SMALL
    case x
    when Left, Shop::Right then 1
    #    ^ type: Left
    #          ^ type: Shop::Right
    end
    case x
    in Point(x:) then 2
    #  ^ type: Point
    in Pair then 3
    #  ^ type: Pair
    end
    super
    # <- call: super
  end
end
