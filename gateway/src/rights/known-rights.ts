/** All that a gateway keeps of callers and their rights, and how it forgets. */
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Identity } from '../authenticate';
import { KeptAnswers, type KeepingOptions } from './kept-answers';
import type { Concerned } from './rights-changed-by';

/** What is known of callers and their rights. */
export class KnownRights {
  /** Who tokens are. */
  readonly identities: KeptAnswers<Identity>;
  /** What callers may do on what their requests name. */
  readonly resources: KeptAnswers<AuthorizedResource[]>;
  /** Called for what a request through this gateway has changed. */
  onChange: (concerned: Concerned) => void = () => undefined;

  /** Without `keeps` everything is asked each time: a secondary node hears of nothing that changes at its primary. */
  constructor({ keeps, ...times }: { keeps: boolean } & Pick<KeepingOptions<never>, 'clock'>) {
    this.identities = new KeptAnswers({ ...times, isKept: () => keeps });
    this.resources = new KeptAnswers({ ...times, isKept: (resources) => keeps && resources.every(isComplete) });
  }

  /** Does what may change rights; nothing that was kept before is known when it is done. */
  async during<T>(concerned: Concerned | undefined, work: () => Promise<T>): Promise<T> {
    if (concerned === undefined) return work();
    this.forget(concerned);
    try {
      return await work();
    } finally {
      this.changed(concerned);
    }
  }

  /** Forgets what a request through this gateway has changed. */
  changed(concerned: Concerned): void {
    this.forget(concerned);
    this.onChange(concerned);
  }

  /** Forgets what may have changed. */
  forget(concerned: Concerned): void {
    if (concerned === 'everybody') {
      this.identities.drop();
      this.resources.drop();
    } else
      this.resources.drop((resources) => resources.some(({ id, kind }) => isProject(kind) && concerned.includes(id)));
  }
}

/** Whether the caller may read it, and it is no project whose first branch is still awaited: an import or fork brings it in the background. */
function isComplete({ found, kind, default_branch: branch }: AuthorizedResource): boolean {
  return found && !(isProject(kind) && branch === '');
}

function isProject(kind: ReferenceKind): boolean {
  return kind === ReferenceKind.REFERENCE_KIND_PROJECT;
}
