/** Labels of issues, merge requests and epics. */
import { useQuery } from '@tanstack/react-query';
import { allPages } from '#api/all-pages';
import { api, unwrapPage } from '#api/client';
import type { Label } from '#api/types';
import { LabelChip } from '../label-chip';

/** Returns the names of an item's labels, which the API sends as texts or with details. */
export function labelNames(labels: readonly unknown[]): string[] {
  return labels.map((label) =>
    typeof label === 'object' && label !== null && 'name' in label ? String(label.name) : String(label),
  );
}

/** All labels of a project, with those of its groups. */
export function useProjectLabels(projectId: number, isEnabled = true) {
  return useLabels('project', projectId, isEnabled);
}

/** All labels of a group. */
export function useGroupLabels(groupId: number, isEnabled = true) {
  return useLabels('group', groupId, isEnabled);
}

/** All labels of a project or group. */
export function useLabels(kind: 'project' | 'group', id: number, isEnabled = true) {
  const path = { id: String(id) };
  return useQuery({
    queryKey: ['labels', kind, id],
    queryFn: () =>
      allPages<Label>((page) =>
        unwrapPage(api.GET(`/api/v4/${kind}s/{id}/labels`, { params: { path, query: { page, per_page: 100 } } })),
      ),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}

interface LabelsProps {
  names: string[];
  labels?: readonly Label[] | undefined;
  /** Address of the list of items with a label. */
  to?: (name: string) => string;
}

/** Shows labels in their colours. */
export function Labels({ names, labels, to }: LabelsProps) {
  return (
    <>
      {names.map((name) => {
        const label = labels?.find((entry) => entry.name === name);
        return (
          <LabelChip
            key={name}
            name={name}
            {...(label && { color: label.color, description: label.description })}
            {...(to && { to: to(name) })}
          />
        );
      })}
    </>
  );
}
