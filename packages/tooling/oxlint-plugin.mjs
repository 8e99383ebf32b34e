/** The repository's own rules for oxlint. */
export default {
  meta: { name: 'wasl' },
  rules: {
    'no-file-url-pathname': {
      create: (context) => ({
        'MemberExpression[property.name="pathname"] > NewExpression[arguments.length=2]'(node) {
          context.report({
            node,
            message:
              'The pathname of a file’s URL is not a path: a space is %20 in it. Use fileURLToPath of node:url, or import.meta.dirname.',
          });
        },
      }),
    },
    // Tests of the web, the contracts and the calculation share loaded modules between files (vitest.config.ts there).
    'no-replaced-modules': {
      create: (context) => ({
        'CallExpression[callee.object.name="vi"][callee.property.name=/^(mock|doMock)$/]'(node) {
          context.report({
            node,
            message:
              'A module that one test file replaces is replaced for the next one too. Spy on what it exports (vi.spyOn), or hand it in.',
          });
        },
      }),
    },
  },
};
