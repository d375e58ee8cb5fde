import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeRecords, Recorder } from './recorder.ts';

const operation = { method: 'POST', template: '/api/v4/things', operationId: 'CreateThing', responses: {} };
const received = { method: 'POST', path: '/api/v4/things', contentType: 'application/json' };
const folder = mkdtempSync(join(tmpdir(), 'forgemesh-record-test-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('keeps the best example and every refusal, without secrets and test names', () => {
  const recorder = new Recorder(folder);
  const record = (status: number, body: unknown, request?: unknown) =>
    recorder.record(operation, { ...received, status, body, request });
  record(201, { id: 1, name: 'a-0123456789', token: 'abc' }, { name: 'a-0123456789' });
  record(
    201,
    { id: 2, url: 'http://127.0.0.1:80/b', tags: ['x', 'y'], note: null, name: 'b' },
    { name: 'b', note: '' },
  );
  record(400, { message: { name: ["can't be blank"] } });
  record(409, { message: '409 Conflict of a-0123456789' });
  record(409, { message: '409 Conflict of a-0123456789' });

  const merged = mergeRecords(folder, { 'GET /api/v4/other': { refusals: {} } });
  expect(Object.keys(merged)).toEqual(['GET /api/v4/other', 'POST /api/v4/things']);
  expect(merged['POST /api/v4/things']).toEqual({
    refusals: { 400: [`{"name":["can't be blank"]}`], 409: ['409 Conflict of a'] },
    request: { name: 'b', note: '' },
    response: { id: 2, url: 'https://forge.example.com/b', tags: ['x'], note: null, name: 'b' },
  });
});
