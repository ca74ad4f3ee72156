class Left
#     ^ defines: Left (class)
  def get; end
  #   ^ defines: Left.get (method)
  #   ^ parent: Left
  def self.get; end
  #        ^ defines: Left.get (method)
  #        ^ signature: def self.get;

  class << self
    # Of the class.
    def get(key)
    #   ^ defines: Left.get (method)
    #   ^ doc: Of the class.
    #   ^ parent: Left
      @cache = key
      # <- defines: Left.cache (field)
    end
    attr_accessor :config
    #             ^ defines: Left.config (field)
  end

  class Inner
  #     ^ defines: Left.Inner (class)
    def get
    #   ^ defines: Left.Inner.get (method)
    #   ^ parent: Left.Inner
    end
  end

  Inner::DEEP = 1
  #      ^ defines: Left.Inner.DEEP (constant)
end

class Shop::Right::Far
#                  ^ defines: Shop.Right.Far (class)
#                  ^ signature: class Shop::Right::Far
  def get
  #   ^ defines: Shop.Right.Far.get (method)
  #   ^ parent: Shop.Right.Far
    1
  end
  alias fetch get
  #     ^ defines: Shop.Right.Far.fetch (method)
  #           ^ value: get
  alias_method :read, :get
  #            ^ defines: Shop.Right.Far.read (method)
  define_method(:made) do |x|
  #             ^ defines: Shop.Right.Far.made (method)
  #             ^ signature: define_method(:made)
  #             ^ span: 0..+2
    x
  end
  define_method("told") { 1 }
  #              ^ defines: Shop.Right.Far.told (method)
  delegate :size, :each, to: :entries
  #        ^ defines: Shop.Right.Far.size (method)
  #               ^ defines: Shop.Right.Far.each (method)
  def_delegators :@back, :open, :close
  #                      ^ defines: Shop.Right.Far.open (method)
  #                             ^ defines: Shop.Right.Far.close (method)
  def_delegator :@back, :length, :count
  #                              ^ defines: Shop.Right.Far.count (method)
  memoize def self.slow
  #                ^ defines: Shop.Right.Far.slow (method)
  #                ^ signature: memoize def self.slow
    2
  end
end

class ::Top; end
#       ^ defines: Top (class)

module Shop::Tools
#            ^ defines: Shop.Tools (module)
  module_function

  def get(a,
  #   ^ defines: Shop.Tools.get (method)
  #   ^ signature: def get(a, b: 1)
  #   ^ span: 0..+2
          b: 1)
  end
end

# A place.
Point = Struct.new(:x, :y) do
# <- defines: Point (struct)
# <- doc: A place.
# <- signature: Point = Struct.new(:x, :y)
# <- span: 0..+3
#                  ^ defines: Point.x (field)
#                      ^ defines: Point.y (field)
  def get
  #   ^ defines: Point.get (method)
  end
end
Pair = Data.define(:left)
# <- defines: Pair (struct)
#                  ^ defines: Pair.left (field)
class Line < Struct.new(:from)
#     ^ defines: Line (class)
#            ^ extends: Struct
#                       ^ defines: Line.from (field)
end
Oops = Class.new(StandardError)
# <- defines: Oops (class)
#                ^ extends: StandardError
Mixin = Module.new do
# <- defines: Mixin (module)
  def get; end
  #   ^ defines: Mixin.get (method)
end

module Loud
#      ^ defines: Loud (module)
  refine String do
    def get; end
    #   ^ defines: Loud.String.get (method)
  end
  refine Array do
    def get; end
    #   ^ defines: Loud.Array.get (method)
  end
end
Left.class_eval do
  def late; end
  #   ^ defines: Left.late (method)
  #   ^ parent: Left
end

class LeftTest < Minitest::Test
#     ^ defines: LeftTest (class)
#     ^ flag: test
  def test_get
  #   ^ defines: LeftTest.test_get (method)
  #   ^ flag: test
  end
end

class FakeLeft < Left
#     ^ defines: FakeLeft (class)
#     ^ flag: mock
end

class Post < ApplicationRecord::Base[7]
#     ^ defines: Post (class)
#            ^ extends: ApplicationRecord::Base
  belongs_to :author, optional: true
  #          ^ defines: Post.author (field)
  #          ^ signature: belongs_to :author, optional: true
  #          ^ binds: author : Author =
  belongs_to :subject, polymorphic: true
  #          ^ defines: Post.subject (field)
  #          ^ binds: subject : =
  has_many :comments, -> { order(:date) },
  #        ^ defines: Post.comments (field)
  #        ^ span: 0..+1
  #        ^ binds: comments : Type<Comment> | Type<Comments> =
           dependent: :destroy
  has_many :past, class_name: 'Shop::Status'
  #        ^ defines: Post.past (field)
  #        ^ binds: past : Type<Shop::Status> =
  has_many :readers, through: :visits, source: :person
  #        ^ defines: Post.readers (field)
  #        ^ binds: readers : Type<Person> =
  scope :recent, -> { order(:date) }
  #     ^ defines: Post.recent (method)
  before_save :tidy
  #            ^ argument: :tidy
end
