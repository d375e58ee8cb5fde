import { parseNotebook } from './notebook';

const notebook = (cells: unknown[], metadata: unknown = {}): string => JSON.stringify({ cells, metadata });

describe('parseNotebook', () => {
  it('reads cells and their outputs', () => {
    const text = notebook(
      [
        { cell_type: 'markdown', source: ['# A title\n', 'Text'] },
        {
          cell_type: 'code',
          source: 'print(1)',
          execution_count: 3,
          outputs: [
            { output_type: 'stream', name: 'stdout', text: ['1\n'] },
            { output_type: 'display_data', data: { 'image/png': 'aGk=\n', 'text/plain': '<Figure>' } },
            { output_type: 'error', traceback: ['\u001b[31mError\u001b[0m', 'line 1'] },
          ],
        },
      ],
      { language_info: { file_extension: '.jl' } },
    );
    expect(parseNotebook(text)).toEqual({
      extension: '.jl',
      cells: [
        { kind: 'markdown', text: '# A title\nText' },
        {
          kind: 'code',
          text: 'print(1)',
          count: 3,
          outputs: [
            { kind: 'text', text: '1\n', isError: false },
            { kind: 'picture', type: 'image/png', data: 'aGk=' },
            { kind: 'text', text: 'Error\nline 1', isError: true },
          ],
        },
      ],
    });
  });

  it('leaves out HTML, scripts and vector graphics of outputs', () => {
    const data = { 'text/html': '<script>1</script>', 'application/javascript': '1', 'image/svg+xml': '<svg/>' };
    const cell = { cell_type: 'code', source: '', outputs: [{ output_type: 'display_data', data }] };
    expect(parseNotebook(notebook([cell]))?.cells).toEqual([{ kind: 'code', text: '', count: null, outputs: [] }]);
  });

  it.each(['', 'no JSON', '[]', 'null', '{"cells":1}'])('knows that %j is no notebook', (text) => {
    expect(parseNotebook(text)).toBeUndefined();
  });

  it('survives cells of other forms', () => {
    expect(parseNotebook(notebook([null, 1, {}, { cell_type: 'raw', source: 'x' }], null))?.cells).toEqual([]);
  });
});
