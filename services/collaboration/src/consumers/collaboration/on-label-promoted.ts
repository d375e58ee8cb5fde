import type { EventConsumer } from '@forgemesh/events';
import { type LabelsDeps, replaceSameTitledLabels } from '#planning/labels';

/** Completes a promotion that a crash interrupted. */
export const onLabelPromoted: EventConsumer<'collaboration.label.promoted', LabelsDeps> = {
  name: 'collaboration-label-promotions',
  events: ['collaboration.label.promoted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const label = await deps.planning.labels.find(Number(subject));
    if (label) await replaceSameTitledLabels(deps, label, actor ?? 0);
  },
};
