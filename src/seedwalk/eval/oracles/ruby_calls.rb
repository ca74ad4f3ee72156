# frozen_string_literal: true

# Runs the tests of a copy of a Ruby tree under watch, and prints each call that was seen as a row of JSON.
#
#   ruby ruby_calls.rb TREE FOLDER
#
# RUBY_TESTS is the command, run by the shell in the copy; without it the files that are named like tests run, those of
# RSpec by `rspec`, others in one process. Whether tests pass does not matter. After RUBY_TESTS_SECONDS they are ended.

require "fileutils"
require "json"
require "shellwords"

FIELDS = %i[path line name target_path target_line owner target_name].freeze
NUMBERS = %i[line target_line].freeze
SECONDS = Integer(ENV.fetch("RUBY_TESTS_SECONDS", "1800"))
LOADED = %w[lib test spec .].flat_map { |folder| ["-I", folder] }.freeze
REQUIRING = <<~RUBY
  ARGV.slice!(0, ARGV.size).each do |file|
    require File.expand_path(file)
  rescue LoadError, StandardError, SyntaxError => error
    warn("\#{file} does not load: \#{error.message.lines.first}")
  end
RUBY

def commands(tree)
  return [ENV["RUBY_TESTS"]] if ENV["RUBY_TESTS"]

  files = Dir.glob("{test,tests}/**/{test_*,*_test,spec_*,*_spec}.rb", base: tree).sort
  found = files.empty? ? [] : [Shellwords.join(["ruby", *LOADED, "-e", REQUIRING, *files])]
  Dir.glob("spec/**/*_spec.rb", base: tree).empty? ? found : [*found, Shellwords.join(["rspec", *LOADED, "spec"])]
end

def watch(command, tree, rows)
  watcher = File.join(__dir__, "ruby_watch.rb")
  told = { "RUBYOPT" => "#{ENV.fetch('RUBYOPT', '')} -r#{watcher}", "WATCHED" => tree, "WATCHED_ROWS" => rows }
  process = Process.spawn(told, command, chdir: tree, in: File::NULL, out: :err, pgroup: true)
  ended = Thread.new { Process.wait(process) }
  return if ended.join(SECONDS)

  warn("ended after #{SECONDS} seconds: #{command}")
  Process.kill(:INT, -process)
  ended.join(60) || Process.kill(:KILL, -process)
end

root, folder = ARGV.map { |path| File.realpath(path) }
tree = File.join(folder, "tree")
rows = File.join(folder, "rows")
FileUtils.cp_r(root, tree)
FileUtils.mkdir_p(rows)
commands(tree).each { |command| watch(command, tree, rows) }
seen = Dir.glob("#{rows}/*.tsv").flat_map { |file| File.readlines(file, chomp: true, encoding: "UTF-8") }
seen.uniq.sort.each do |row|
  fields = FIELDS.zip(row.split("\t", -1)).to_h
  puts JSON.generate(fields.merge(fields.slice(*NUMBERS).transform_values(&:to_i)))
end
