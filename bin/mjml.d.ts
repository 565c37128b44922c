declare module 'mjml' {
  const render: (
    source: string,
    options: { validationLevel: 'strict'; keepComments: boolean; fonts: Record<string, string> },
  ) => Promise<{ html: string; errors: unknown[] }>;
  export default render;
}
