<?php
// A proxy for <cps-domain>, for Laravel 8 or later: routes/domain-proxy.php, which a line of routes/web.php requires. Exempt /domain-proxy/* from
// the check of CSRF tokens: the header that is asked for here does what a token would.

use Illuminate\Http\Client\RequestException;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Http;
use Illuminate\Support\Facades\Route;

final class DomainProxy
{
    // In place of your own sessions and customers: who is signed in, and which hostnames are theirs.
    private const CUSTOMERS = ['session-of-alice' => ['docs.acme.com'], 'session-of-bob' => ['shop.bobs-bakery.com']];
    private const BRAND = 'Example Host';

    // What a browser may have, by name. Whatever else the API answers, or will one day, stays here.
    private const FIELDS = [
        'domain' => ['url', 'dns_status', 'ssl_status', 'dns_records', 'diagnosis', 'dns_provider', 'dns_setup'],
        'dns_records' => ['type', 'name', 'host', 'value', 'ttl', 'purpose', 'state', 'observed'],
        'diagnosis' => ['code', 'reason', 'summary', 'actor', 'fix', 'evidence', 'checked_at', 'next_check_at'],
        'fix' => ['text', 'records'],
        'records' => ['action', 'type', 'name', 'host', 'value'],
        'evidence' => ['kind', 'asked', 'server', 'answer', 'at'],
        'dns_provider' => ['name', 'url', 'path', 'form'],
        'dns_setup' => ['type', 'provider', 'url'],
        'form' => ['type', 'name', 'value', 'full_name', 'appends_zone', 'has_proxy', 'proxy_switch'],
        'proxy_switch' => ['name', 'off'],
    ];

    public function answer(Request $request, string $hostname, bool $isCheck): JsonResponse
    {
        $theirs = self::CUSTOMERS[$request->cookie('session')] ?? null;
        if ($theirs === null) {
            return $this->refuse(401);
        }
        // No form of another site can send this header.
        if ($isCheck && $request->header('X-Requested-With') !== 'cps') {
            return $this->refuse(403);
        }
        if (!in_array($hostname, $theirs, true)) {
            return $this->refuse(404);
        }
        try {
            [$shown, $retryAfter] = $isCheck ? $this->check($hostname) : [$this->viewOfLate($hostname), null];
            return $shown === null ? $this->refuse(404) : $this->json($shown, 200, $retryAfter);
        } catch (RequestException $error) {
            $status = $error->response->status();
            $after = $status === 429 ? ($error->response->header('Retry-After') ?: '10') : null;
            return $this->refuse(in_array($status, [404, 429], true) ? $status : 502, $after);
        } catch (Throwable) {
            // Whatever the error says may name a key or a machine.
            return $this->refuse(502);
        }
    }

    private function check(string $hostname): array
    {
        try {
            return [$this->view($hostname, true), null];
        } catch (RequestException $error) {
            if ($error->response->status() !== 429) {
                throw $error;
            }
            // It was looked at a moment ago: what is known, and when it may be asked again.
            return [$this->viewOfLate($hostname), $error->response->header('Retry-After')];
        }
    }

    /** All pages of a domain that ask within five seconds cost one look at it. */
    private function viewOfLate(string $hostname): ?array
    {
        $name = "cps-domain:$hostname";
        // All tabs wake up in the same second: one asks, the others wait for its answer, as long as for one call.
        $ask = fn () => Cache::remember($name, 5, fn () => $this->view($hostname, false));
        return Cache::get($name) ?? Cache::lock("$name:look", 15)->block(7, $ask);
    }

    /** The domain as its owner may see it; null where there is none. Looking its name up costs a call: it is done once. */
    private function view(string $hostname, bool $isCheck): ?array
    {
        $name = "cps-id:$hostname";
        $known = Cache::get($name);
        $id = $known ?? $this->lookUp($hostname);
        if ($id === null) {
            return null;
        }
        $path = "/domains/$id";
        try {
            $shown = $this->publicPart($isCheck ? $this->call('POST', "$path/check") : $this->call('GET', $path), 'domain');
        } catch (RequestException $error) {
            if ($error->response->status() !== 404 || $known === null) {
                throw $error;
            }
            // Deleted and created again, a name has another id.
            Cache::forget($name);
            return $this->view($hostname, $isCheck);
        }
        $diagnosis = $shown['diagnosis'];
        if ($diagnosis['actor'] !== 'customer' && !in_array($diagnosis['code'], ['ok', 'in_progress'], true)) {
            // The cause is yours to mend: your customer is not told it.
            unset($diagnosis['reason']);
            $fix = ['text' => 'Nothing to do.', 'records' => []];
            $said = ['summary' => self::BRAND . ' has to finish its side.', 'fix' => $fix, 'evidence' => []];
            $shown['diagnosis'] = array_merge($diagnosis, $said);
        }
        return $shown;
    }

    /** The id of a name, which is kept; null where there is none. */
    private function lookUp(string $hostname): ?int
    {
        $found = $this->call('GET', '/domains?url=' . rawurlencode($hostname))['data'][0] ?? null;
        // The API reads another spelling as the same name: whose that is, nobody has asked.
        if ($found === null || $found['url'] !== $hostname) {
            return null;
        }
        Cache::put("cps-id:$hostname", $found['id'], 86400);
        return $found['id'];
    }

    private function call(string $method, string $path): array
    {
        $headers = ['x-api-key-id' => getenv('CPS_API_KEY_ID'), 'x-api-key' => getenv('CPS_API_KEY')];
        // A redirect would take the key elsewhere. Two calls, one after the other, take some fifteen seconds.
        $options = ['allow_redirects' => false, 'timeout' => 7];
        $answer = Http::withHeaders($headers)->withOptions($options)->send($method, getenv('CPS_BASE_URL') . $path)->throw();
        return $answer->status() === 200 ? $answer->json() : throw new RuntimeException('It answers no domain.');
    }

    private function publicPart(mixed $value, string $place): mixed
    {
        if (!is_array($value)) {
            return $value;
        }
        if (array_is_list($value)) {
            return array_map(fn ($item) => $this->publicPart($item, $place), $value);
        }
        $known = array_intersect_key($value, array_flip(self::FIELDS[$place] ?? throw new RuntimeException("$place has fields.")));
        return array_combine(array_keys($known), array_map([$this, 'publicPart'], $known, array_keys($known)));
    }

    private function refuse(int $status, ?string $retryAfter = null): JsonResponse
    {
        return $this->json(['error' => ['status' => $status]], $status, $retryAfter);
    }

    private function json(array $body, int $status, ?string $retryAfter): JsonResponse
    {
        $after = $retryAfter === null ? [] : ['Retry-After' => $retryAfter];
        return new JsonResponse($body, $status, ['Cache-Control' => 'private, no-store'] + $after);
    }
}

Route::get('/domain-proxy/{hostname}', fn (Request $request, string $hostname) => (new DomainProxy())->answer($request, $hostname, false));
Route::post('/domain-proxy/{hostname}/check', fn (Request $request, string $hostname) => (new DomainProxy())->answer($request, $hostname, true));
