type Comment = { readonly value: string };
type Context = {
  readonly sourceCode: { getAllComments(): readonly Comment[] };
  report(problem: { readonly node: Comment; readonly message: string }): void;
};

const question = /^\*?\s*(?:\*\s+)?(?:What|Who|Whose|Whom)\b/;
const nobody = /\b(?:nobody|somebody|whoever)\b/i;

/** Returns the reason why a comment's text is refused; null for a plain one. */
export const faultOf = (text: string): string | null => {
  if (question.test(text)) return 'Begin a comment with a noun or a verb, not with a question word.';
  if (nobody.test(text)) return 'Name the person or the part: not nobody, somebody or whoever.';
  return null;
};

/** An oxlint plugin that refuses comments in the manner that this code base has given up. */
export default {
  meta: { name: 'comments' },
  rules: {
    plain: {
      create: ({ sourceCode, report }: Context) => ({
        Program: () => {
          for (const node of sourceCode.getAllComments()) {
            const message = faultOf(node.value);
            if (message !== null) report({ node, message });
          }
        },
      }),
    },
  },
};
