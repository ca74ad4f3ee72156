require "shop"

class FakeOrder < Shop::Order
  def add(line) = line
end

RSpec.describe Shop::Order do
  it "starts empty" do
    expect(FakeOrder.new("a").get(0)).to be_nil
  end
end
