# frozen_string_literal: true

namespace :shop do
  desc 'Close what is old'
  task close: :environment do
  #    ^ defines: shop.close (function)
  #    ^ span: 0..+2
  #    ^ signature: task close: :environment
    Shop.old.each(&:close)
    #    ^ call: Shop.old
  end

  namespace :mail do
    task :send, [:to] => :environment do |_, args|
    #    ^ defines: shop.mail.send (function)
      deliver(args)
    end
  end
end

task 'clean' do
#     ^ defines: clean (function)
  sweep
end

task default: %w(clean)
