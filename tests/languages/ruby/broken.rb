# A file with a mistake keeps the rest.
class Before
#     ^ defines: Before (class)
  def get
  #   ^ defines: Before.get (method)
    x = = 1
  end
end

def größe(ß) = ß
#   ^ defines: größe (function)

class After
#     ^ defines: After (class)
	# Indented by a tab.
	def get
	#   ^ defines: After.get (method)
	#   ^ doc: Indented by a tab.
		done(größe)
		# <- call: done
		#    ^ argument: größe
	end
end
