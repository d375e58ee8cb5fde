import { t } from '@lingui/core/macro';
import { Globe, Lock, Shield } from 'lucide-react';

const kinds = {
  public: { text: t`Public`, Icon: Globe },
  internal: { text: t`Internal`, Icon: Shield },
  private: { text: t`Private`, Icon: Lock },
} as const;

/** Who may see a project, group or snippet. */
export function VisibilityBadge({ visibility }: { visibility: string | null }) {
  const kind = kinds[visibility as keyof typeof kinds];
  if (!kind) return null;
  const { text, Icon } = kind;
  return (
    <span className="badge">
      <Icon size={12} aria-hidden="true" />
      {text}
    </span>
  );
}
