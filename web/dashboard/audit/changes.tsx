import type { AuditEntry } from '../api/audit.ts';
import { Copy } from '../parts/copy.tsx';
import { Fact } from '../parts/fact.tsx';
import { SafeText } from '../parts/text/text.tsx';

const MAX_BYTES = 1024;

/** Each changed field before and after, and the origin of the change. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const { before = {}, after = {}, request_id, source_ip, user_agent } = entry;
  const fields = changedFields(entry);
  return (
    <dl className="facts changes">
      {fields.map((field) => (
        <div key={field}>
          <dt>
            <SafeText text={field} />
          </dt>
          <dd>
            {field in before && (
              <del>
                <SafeText text={textOf(before[field])} most={MAX_BYTES} />
              </del>
            )}{' '}
            {field in after && (
              <ins>
                <SafeText text={textOf(after[field])} most={MAX_BYTES} />
              </ins>
            )}
          </dd>
        </div>
      ))}
      {request_id !== undefined && (
        <Fact name="Request">
          <code>
            <SafeText text={request_id} />
          </code>{' '}
          <Copy text={request_id} what="Request id" />
        </Fact>
      )}
      {source_ip !== undefined && (
        <Fact name="From">
          <SafeText text={source_ip} />
          {user_agent !== undefined && (
            <small>
              {' '}
              <SafeText text={user_agent} most={240} />
            </small>
          )}
        </Fact>
      )}
    </dl>
  );
}

/** A revoked key keeps its name and permissions, so only its end is shown. */
function changedFields({ action, before = {}, after = {} }: AuditEntry): string[] {
  if (action === 'api_key.revoked') return Object.keys(after);
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.filter((field) => !(field in before && field in after) || textOf(before[field]) !== textOf(after[field]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
