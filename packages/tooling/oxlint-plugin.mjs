/** Rules of this house for oxlint. */
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
  },
};
