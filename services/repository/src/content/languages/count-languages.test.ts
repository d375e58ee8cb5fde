import { countLanguages } from './count-languages';

const count = (files: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    countLanguages(Object.entries(files).map(([path, size]) => ({ path, size }))).map(({ name, share }) => [
      name,
      share,
    ]),
  );

describe('countLanguages', () => {
  it('returns shares by bytes, largest first', () => {
    const counted = count({ 'a.rb': 100, 'src/b.js': 200, 'src/c.js': 100, Rakefile: 200 });
    expect(counted).toEqual({ JavaScript: 50, Ruby: 50 });
    expect(Object.keys(count({ 'a.rb': 1, 'b.go': 2 }))).toEqual(['Go', 'Ruby']);
    expect(count({ 'a.rb': 1, 'b.go': 2 })).toEqual({ Go: 66.67, Ruby: 33.33 });
  });

  it('counts neither data nor prose nor unknown files', () => {
    expect(count({ 'package.json': 10, 'notes.md': 10, 'x.unknown-thing': 10, image: 4, 'a.yml': 3 })).toEqual({});
    expect(count({})).toEqual({});
    expect(count({ 'empty.py': 0 })).toEqual({});
  });

  it.each([
    'node_modules/x/index.js',
    'vendor/lib/a.go',
    'web/jquery-3.1.js',
    'public/app.min.js',
    'api/v1/user.pb.go',
    'proto/user_pb2.py',
    'docs/example.py',
    'types/index.d.ts',
  ])('leaves %s out', (path) => {
    expect(count({ [path]: 1000, 'a.rb': 1 })).toEqual({ Ruby: 100 });
  });

  it.each([
    [{ 'a.h': 10 }, { C: 100 }],
    [{ 'a.h': 10, 'a.cpp': 10 }, { 'C++': 100 }],
    [{ 'a.m': 10 }, { 'Objective-C': 100 }],
    [{ 'a.rs': 10 }, { Rust: 100 }],
    [
      { 'a.ts': 30, 'b.tsx': 10 },
      { TypeScript: 75, TSX: 25 },
    ],
    [{ 'a.cs': 10 }, { 'C#': 100 }],
    [{ Dockerfile: 10 }, { Dockerfile: 100 }],
    [{ 'A.PHP': 10 }, { PHP: 100 }],
  ])('resolves %j', (files, expected) => {
    expect(count(files as Record<string, number>)).toEqual(expected);
  });
});
