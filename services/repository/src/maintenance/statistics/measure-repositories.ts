/**
 * Measures changed repositories one after the other: size, number of commits, checksum, the
 * large files and the languages of projects.
 */
import { measureLanguages } from '#content/languages';
import type { MoreWork } from '@forgemesh/service';
import type { MeasurementDocument } from './measurement.model';
import type { StatisticsDeps } from './deps';

const BATCH = 50;
const RETRY_MS = 60_000;
/** Large repositories take long, and no request waits. */
const DEADLINE_MS = 30 * 60_000;

/**
 * Measures some of the due repositories; returns whether more may be due. A repository that changes
 * during its measurement stays due.
 */
export async function measureRepositories(deps: StatisticsDeps): Promise<MoreWork> {
  const { measurements, storages, log } = deps;
  const due = (await measurements.model
    .find({ ...storages.filter, due_at: { $lte: new Date() } }, undefined, { limit: BATCH })
    .lean()) as MeasurementDocument[];
  for (const document of due) {
    try {
      await measure(deps, document);
    } catch (error) {
      log.warn({ err: error, project_id: document.project_id }, 'repository not measured');
      const later = new Date(Date.now() + RETRY_MS);
      await measurements.model.updateOne({ _id: document._id }, { $set: { due_at: later }, $inc: { version: 1 } });
    }
  }
  return due.length === BATCH ? 'more' : undefined;
}

async function measure(deps: StatisticsDeps, document: MeasurementDocument): Promise<void> {
  const { measurements, transportGit, storages } = deps;
  const { project_id, storage, kind, counted_tip: tip, commit_count: count } = document;
  const location = storages.locate(project_id, storage, kind);
  const { repo } = location;
  // Many pushes in a row result in one measurement; a request for languages measures them
  // immediately.
  if (kind === 'project') await measureLanguages(deps, location);
  const measured = await transportGit.measureRepository(
    { repo, counted: tip === null ? null : { tip, count } },
    { timeoutMs: DEADLINE_MS },
  );
  const set = {
    size: measured.size,
    commit_count: measured.counted?.count ?? 0,
    counted_tip: measured.counted?.tip ?? null,
    checksum: measured.checksum,
    lfs_objects_size: kind === 'project' ? await deps.measureLfsObjects(project_id) : 0,
  };
  const hasChanged =
    document.measured_at === null ||
    Object.entries(set).some(([name, value]) => document[name as keyof typeof set] !== value);
  await measurements.change(document, {
    set: { ...set, measured_at: new Date() },
    update: { $unset: { due_at: 1 } },
    ...(hasChanged && { events: [{ type: 'repository.repository.measured', actor: null }] }),
  });
}
