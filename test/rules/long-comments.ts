import ts from 'typescript';

/** The formatter's line width (biome.json); it does not wrap comments. */
const MAX_CHARACTERS = 130;

export const COMMENT_RULE = {
  name: 'no-long-comment-line',
  comment: `A line of a comment has at most ${MAX_CHARACTERS} characters, as code has: shorten it to the reason, or wrap it. A line with a URL may be longer.`,
};

/** Lines of a file's text that are too long and end in a comment. */
export function longComments(text: string): number[] {
  const lines = text.split('\n');
  const long = lines.flatMap((line, index) => (line.length > MAX_CHARACTERS && !line.includes('://') ? [index] : []));
  if (long.length === 0) return [];
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ESNext, true);
  const comments = commentsOf(source);
  return long
    .filter((index) => {
      const start = source.getPositionOfLineAndCharacter(index, 0);
      const end = start + (lines[index]?.length ?? 0);
      return comments.some(({ pos, end: commentEnd }) => pos < end && commentEnd >= end);
    })
    .map((index) => index + 1);
}

/** Comments are before and after tokens. */
function commentsOf(source: ts.SourceFile): ts.CommentRange[] {
  const found: ts.CommentRange[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    if (children.length === 0) {
      found.push(...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []));
      found.push(...(ts.getTrailingCommentRanges(source.text, node.end) ?? []));
    }
    for (const child of children) visit(child);
  };
  visit(source);
  return found;
}
