"""Tabs, and mistakes in the middle: what stands around them is kept."""

class Before:
#     ^ defines: Before (class)
	# Indented by a tab.
	def get(self):
	#   ^ defines: Before.get (method)
	#   ^ doc: Indented by a tab.
	#   ^ span: 0..+1
		return self.read()
		#           ^ call: self.read

def wrong(:
#   ^ defines: wrong (function)
    pass

x = = 3
# <- defines: x (constant)

class After(Before):
#     ^ defines: After (class)
#           ^ extends: Before
    def get(self):
    #   ^ defines: After.get (method)
    #   ^ parent: After
        return compute(self, )
        #      ^ call: compute
