import { InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import { createTracer, parseTraceParent } from './open-telemetry';
import { runInScope } from './scope';
import { currentTraceParent, inSpan, isTracing, runInSpan, setTracer, startSpan, stopTracing } from './tracing';

const remote = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const unsampled = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

/** Records spans until the test ends. */
class RecordingExporter extends InMemorySpanExporter {
  /** A stopped exporter would forget its spans. */
  override shutdown(): Promise<void> {
    return Promise.resolve();
  }
}

let exporter: RecordingExporter;

function start(options: Partial<Parameters<typeof createTracer>[0]> = {}): void {
  exporter = new RecordingExporter();
  setTracer(
    createTracer({
      service: 'forgemesh-test',
      revision: 'r1',
      sampler: 'parentbased_always_on',
      ratio: 1,
      exportIntervalMs: 60_000,
      exporter,
      ...options,
    }),
  );
}

/** The exported spans by their name. */
async function exported() {
  await stopTracing();
  return new Map(exporter.getFinishedSpans().map((span) => [span.name, span]));
}

afterEach(stopTracing);

describe('without a tracer', () => {
  it('work runs without a span', async () => {
    expect(isTracing()).toBe(false);
    expect(startSpan({ name: 'a', kind: 'internal', parent: remote })).toBeUndefined();
    const result = await inSpan(
      () => {
        throw new Error('a span is not described while tracing is off');
      },
      async () => currentTraceParent() ?? 'none',
    );
    expect(result).toBe('none');
    expect(runInSpan(undefined, () => 1)).toBe(1);
  });
});

describe('with a tracer', () => {
  it('spans are children of the span in whose scope they start', async () => {
    start();
    await inSpan(
      () => ({ name: 'outer', kind: 'server', attributes: { 'rpc.system': 'grpc' } }),
      () =>
        runInScope({ fields: { request_id: 'r' } }, () =>
          inSpan(
            () => ({ name: 'inner', kind: 'client' }),
            async () => undefined,
          ),
        ),
    );
    const spans = await exported();
    const [outer, inner] = [spans.get('outer'), spans.get('inner')];
    expect(outer?.parentSpanContext).toBeUndefined();
    expect(outer?.attributes).toEqual({ 'rpc.system': 'grpc' });
    expect(outer?.resource.attributes).toMatchObject({ 'service.name': 'forgemesh-test', 'service.version': 'r1' });
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inner?.spanContext().traceId).toBe(outer?.spanContext().traceId);
  });

  it('a span continues the trace of another process, and names itself in the same form', async () => {
    start();
    const span = startSpan({ name: 'received', kind: 'consumer', parent: remote, links: [remote, 'none'] });
    expect(span?.traceParent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/);
    span?.end();
    const received = (await exported()).get('received');
    expect(received?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(received?.links.map(({ context }) => context.spanId)).toEqual(['b7ad6b7169203331']);
  });

  it('a failed span has the message of its error, and the error is thrown', async () => {
    start();
    const failing = inSpan(
      () => ({ name: 'failing', kind: 'internal' }),
      () => Promise.reject(new Error('no disk')),
    );
    await expect(failing).rejects.toThrow('no disk');
    expect((await exported()).get('failing')?.status).toEqual({ code: 2, message: 'no disk' });
  });

  it('spans contain no tokens', async () => {
    start();
    const token = `glpat-${'a'.repeat(20)}`;
    const span = startSpan({ name: 'request', kind: 'server', attributes: { 'url.path': `/a/${token}`, n: 1 } });
    span?.setAttributes({ 'http.route': token });
    span?.end(new Error(`refused ${token}`));
    const request = (await exported()).get('request');
    expect(request?.attributes).toEqual({ 'url.path': '/a/[redacted]', n: 1, 'http.route': '[redacted]' });
    expect(request?.status.message).toBe('refused [redacted]');
  });

  it.each([
    ['always_off', 1, undefined, 0],
    ['always_on', 0, unsampled, 1],
    ['traceidratio', 0, remote, 0],
    ['parentbased_always_on', 0, unsampled, 0],
    ['parentbased_always_off', 1, remote, 1],
    ['parentbased_always_off', 1, undefined, 0],
    ['parentbased_traceidratio', 1, undefined, 1],
    ['parentbased_traceidratio', 0, undefined, 0],
  ] as const)(
    'the sampler %s with the share %s and the parent %s records %s spans',
    async (sampler, ratio, parent, n) => {
      start({ sampler, ratio });
      startSpan({ name: 'a', kind: 'internal', parent })?.end();
      expect((await exported()).size).toBe(n);
    },
  );
});

describe('parseTraceParent', () => {
  it('reads version, trace, span and flag', () => {
    expect(parseTraceParent(remote)).toEqual({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      traceFlags: 1,
      isRemote: true,
    });
    expect(parseTraceParent(`cc${remote.slice(2)}-more`)).toBeDefined();
  });

  it.each([
    '',
    'x',
    remote.toUpperCase(),
    `ff${remote.slice(2)}`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    `${remote.slice(0, -2)}zz`,
  ])('refuses %j', (text) => expect(parseTraceParent(text)).toBeUndefined());
});
