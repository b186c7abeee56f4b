import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { Scrolls } from '../parts/text/text.tsx';

const route = getRouteApi('/$mode/expiries');
export type Week = Schemas['DomainExpiries']['weeks'][number];

const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Named after its Monday. */
export function nameOf({ starts_at }: Week): string {
  const instant = Date.parse(starts_at);
  return Number.isNaN(instant) ? starts_at : DAY.format(instant);
}

/** The filter for the domains of the week. */
export function domainsOf({ starts_at, ends_at }: Week) {
  return { expires_after: starts_at, expires_before: ends_at };
}

export function sumOf(weeks: readonly Week[]) {
  return {
    by_itself: weeks.reduce((sum, week) => sum + week.by_itself, 0),
    needs_somebody: weeks.reduce((sum, week) => sum + week.needs_somebody, 0),
  };
}

export function WeekTable({ weeks }: { weeks: Week[] }) {
  const { mode } = route.useParams();
  return (
    <Scrolls className="table" label="Certificates by week">
      <table>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Renews by itself</th>
            <th scope="col">Needs somebody</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.starts_at}>
              <th scope="row">
                <Link data-row className="host" to="/$mode/domains" params={{ mode }} search={domainsOf(week)}>
                  {nameOf(week)}
                </Link>
              </th>
              <td className="number">{week.by_itself.toLocaleString('en')}</td>
              <td className={week.needs_somebody > 0 ? 'number customer' : 'number'}>
                {week.needs_somebody.toLocaleString('en')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
