# frozen_string_literal: true

# Watches a Ruby program call what it calls, and writes each call once when the program ends.
#
# Loaded before everything else (RUBYOPT=-r…); WATCHED names the tree whose calls are wanted, WATCHED_ROWS the folder for
# the rows, a file for each process. A call counts where a line of the tree itself makes it: what a method written in C
# calls back (`map(&:x)`, `sort`) has no place of its own. Stand-ins that tests put before a method say nothing of it.
module SeedwalkWatch
  ROOT = "#{File.realpath(ENV.fetch('WATCHED'))}/"
  ROWS = ENV.fetch("WATCHED_ROWS")
  STAND_INS = %r{/rspec/mocks/|/mocha/|/minitest/mock|/minitest/stub|/rspec-mocks|/flexmock|/rr/}
  FRAME_OF_SCOPE = / in |\A</
  UNNAMED = ""
  NAME = Module.instance_method(:name)
  SELF_CLASS = Kernel.instance_method(:class)
  INSPECT = Module.instance_method(:inspect)
  ATTACHED = /\A#<Class:([A-Z][\w:]*)>\z/

  @calls = {}
  @paths = {}
  @owners = {}.compare_by_identity

  class << self
    def start
      # Frames 0 and 1 of a trace are its own block and the method that begins.
      @ruby = TracePoint.new(:call) { |point| called(point, caller_locations(2, 2)) }
      @native = TracePoint.new(:c_call) { |point| called_native(point) }
      @ruby.enable
      @native.enable
    end

    # Rows of a process that was forked hold those from before; whoever reads them all takes each once.
    def write
      @ruby.disable
      @native.disable
      # Folders may have been left, and constants stubbed, by the tests that ran.
      File.open("#{ROWS}/#{Process.pid}.tsv", "w") { |file| @calls.each_key { |row| file.puts(row.join("\t")) } }
    rescue SystemCallError, IOError => error
      warn("calls are lost: #{error.message}")
    end

    private

    def called(point, frames)
      near = frames[0]
      return if near.nil?

      path = inside(near.absolute_path || near.path)
      return unless path

      name = point.callee_id
      owner = owner_of(point.defined_class)
      if native?(frames)
        return unless near.label == "new" && name == :initialize

        name = :new
        owner = owner_of(SELF_CLASS.bind_call(point.self))
      end
      place = point.path
      return if place.match?(STAND_INS)

      line = point.lineno
      place = inside(place)
      @calls[[path, near.lineno, name, place || UNNAMED, place ? line : 0, owner, point.method_id]] = true
    end

    def called_native(point)
      path = inside(point.path)
      return unless path

      name = point.callee_id
      owner = owner_of(name == :new ? point.self : point.defined_class)
      @calls[[path, point.lineno, name, UNNAMED, 0, owner, point.method_id]] = true
    end

    # A frame of C has the place of the Ruby frame it was called from, and the bare name of its method.
    def native?(frames)
      near, around = frames
      !around.nil? && near.lineno == around.lineno && near.path == around.path && !near.label.match?(FRAME_OF_SCOPE)
    end

    # The path below the tree, or nothing.
    def inside(path)
      @paths.fetch(path) { @paths[path] = below(path) }
    end

    def below(path)
      return unless File.file?(path)

      whole = File.realpath(path)
      whole.start_with?(ROOT) && !whole.match?(/[\t\n]/) ? whole.delete_prefix(ROOT) : nil
    rescue SystemCallError
      nil
    end

    # The name of the class or module a method is a member of; of its singleton, the name of what that is of.
    def owner_of(owner)
      @owners.fetch(owner) { @owners[owner] = name_of(owner) }
    end

    def name_of(owner)
      return UNNAMED unless Module === owner

      NAME.bind_call(owner) || INSPECT.bind_call(owner)[ATTACHED, 1] || UNNAMED
    end
  end
end

# A process that leaves without its last words would leave without its rows.
leaving = Module.new do
  def exit!(*)
    SeedwalkWatch.write
    super
  end
end
[Process.singleton_class, Kernel].each { |holder| holder.prepend(leaving) }
at_exit { SeedwalkWatch.write }
SeedwalkWatch.start
