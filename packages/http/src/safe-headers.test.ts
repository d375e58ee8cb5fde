import { safeHeaders } from './safe-headers';

describe('headers of a user-supplied file', () => {
  it('show images inline, in a sandbox', () => {
    expect(safeHeaders('a.PNG', 7)).toEqual({
      'Content-Type': 'image/png',
      'Content-Disposition': `inline; filename="a.PNG"; filename*=UTF-8''a.PNG`,
      'Content-Length': '7',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-cache',
    });
  });

  it.each(['a.svg', 'a.html', 'a.js', 'a.pdf', 'a', 'png', 'a.png.html'])(
    'make %s an attachment without a type',
    (name) => {
      const headers = safeHeaders(name, 1);
      expect(headers['Content-Type']).toBe('application/octet-stream');
      expect(headers['Content-Disposition']).toMatch(/^attachment;/);
    },
  );

  it('name a file in any script', () => {
    expect(safeHeaders('ä日.txt', 1)['Content-Disposition']).toBe(
      `attachment; filename="__.txt"; filename*=UTF-8''%C3%A4%E6%97%A5.txt`,
    );
  });
});
