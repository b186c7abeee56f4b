import { MAGIC_SUFFIX } from '../../../contract/domain-name.ts';
import { STORY_NAMES } from '../../../contract/test-mode.ts';

/** Hostnames of test mode, and what happens to each. */
export function MagicNames({ choose }: { choose: (hostname: string) => void }) {
  return (
    <>
      <label>
        <span>What it meets</span>
        <select value="" onChange={({ target }) => choose(`shop.${target.value}.${MAGIC_SUFFIX}`)}>
          <option value="">Choose a magic name</option>
          {STORY_NAMES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p className="small">
        In test mode the label before <code>{MAGIC_SUFFIX}</code> says what becomes of a domain, within seconds. What each comes
        to: docs/guides/test-mode.md.
      </p>
    </>
  );
}
