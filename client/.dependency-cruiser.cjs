/* The order of the client's folders: each may import from those named before it, never from one named after. */
const ORDER = ['lib', 'words', 'ui', 'map', 'cards', 'print', 'table', 'games', 'session', 'lobby', 'rules', 'challenge', 'replay', 'classroom', 'club', 'ballot', 'puzzle', 'home', 'pages', 'local'];

const upwards = ORDER.slice(0, -1).map((folder, k) => ({
  name: `${folder}-imports-from-above`,
  comment: `${folder}/ may import only from ${[...ORDER.slice(0, k), folder].join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: `^src/(?:${ORDER.slice(k + 1).join('|')})/|^src/[^/]+$` },
}));

module.exports = {
  forbidden: [
    ...upwards,
    {
      name: 'folder-without-a-place',
      comment: 'Every folder of src has its place in ORDER.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/(?:${ORDER.join('|')}|styles)/` },
    },
    {
      name: 'circle-of-files',
      comment: 'No file imports itself through others; type-only imports count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'circle-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    {
      name: 'one-game-imports-another',
      severity: 'error',
      from: { path: '^src/games/([^/]+)/' },
      to: { path: '^src/games/', pathNot: '^src/games/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^src/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.svelte.ts', '.js', '.svelte', '.json', '.css'] },
  },
};
