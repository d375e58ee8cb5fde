import { downloadOperation, type Call, type Download } from '@forgemesh/rpc';
import { PipelineServiceDefinition } from '@forgemesh/proto/repository/v1/pipeline';
import { drawBadge, type Badge } from '../badge-image';
import type { PipelineDocument, PipelineState } from '../pipeline.model';
import type { PipelinesDeps } from '../deps';

/** Number of the newest pipelines among which a successful one is looked for. */
const MAX_PIPELINES = 100;

const GREEN = '#2e7d32';
const RED = '#c62828';
const ORANGE = '#b45309';
const GRAY = '#616161';

const states: Record<PipelineState, { value: string; color: string }> = {
  created: { value: 'created', color: GRAY },
  pending: { value: 'pending', color: ORANGE },
  running: { value: 'running', color: ORANGE },
  success: { value: 'passed', color: GREEN },
  failed: { value: 'failed', color: RED },
  canceled: { value: 'canceled', color: GRAY },
};
const unknown = { value: 'unknown', color: GRAY };

/** Downloads the status of the newest pipeline of a branch or tag as an image. */
export const downloadPipelineBadge = downloadOperation(
  PipelineServiceDefinition.downloadPipelineBadge,
  async ({ ref }, call: Call<PipelinesDeps>) => {
    const [newest] = await newestPipelines(call, ref, 1);
    return imageOf({ title: 'pipeline', ...(newest ? states[newest.status] : unknown) });
  },
);

/** Downloads the coverage of the newest successful pipeline of a branch or tag as an image. */
export const downloadCoverageBadge = downloadOperation(
  PipelineServiceDefinition.downloadCoverageBadge,
  async ({ ref }, call: Call<PipelinesDeps>) => {
    const pipelines = await newestPipelines(call, ref, MAX_PIPELINES);
    const measured = pipelines.find(({ status, coverage }) => status === 'success' && typeof coverage === 'number');
    return imageOf({ title: 'coverage', ...(measured ? coverageOf(measured.coverage ?? 0) : unknown) });
  },
);

function newestPipelines(
  call: Call<PipelinesDeps>,
  ref: string,
  limit: number,
): Promise<Pick<PipelineDocument, 'status' | 'coverage'>[]> {
  return call.deps.pipelines.model
    .find({ project_id: call.resource().id, ref }, { status: 1, coverage: 1 })
    .sort({ _id: -1 })
    .limit(limit)
    .lean();
}

function coverageOf(percent: number): Pick<Badge, 'value' | 'color'> {
  const color = percent >= 90 ? GREEN : percent >= 75 ? ORANGE : RED;
  return { value: `${percent.toFixed(2)}%`, color };
}

/** An image that runs nothing and is not cached. */
function imageOf(badge: Badge): Download {
  const image = Buffer.from(drawBadge(badge));
  const headers = {
    'Content-Type': 'image/svg+xml',
    'Content-Length': String(image.length),
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'no-store',
  };
  return { headers, content: single(image) };
}

async function* single(image: Buffer): AsyncGenerator<Buffer> {
  yield image;
}
