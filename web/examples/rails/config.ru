# A proxy for <cps-domain>. gem install rails rackup webrick, then rackup --port 3000. Your own application takes the API, the controller and the
# two routes.

require "cgi"
require "concurrent/atomic/semaphore"
require "json"
require "logger"
require "net/http"
require "securerandom"
require "action_controller/railtie"

# In place of your own sessions and customers: who is signed in, and which hostnames are theirs.
CUSTOMERS = { "session-of-alice" => ["docs.acme.com"], "session-of-bob" => ["shop.bobs-bakery.com"] }.freeze
BRAND = "Example Host"

module DomainApi
  # What a browser may have, by name. Whatever else the API answers, or will one day, stays here.
  FIELDS = {
    "domain" => %w[url dns_status ssl_status dns_records diagnosis dns_provider dns_setup],
    "dns_records" => %w[type name host value ttl purpose state observed],
    "diagnosis" => %w[code reason summary actor fix evidence checked_at next_check_at],
    "fix" => %w[text records],
    "records" => %w[action type name host value],
    "evidence" => %w[kind asked server answer at],
    "dns_provider" => %w[name url path form],
    "dns_setup" => %w[type provider url],
    "form" => %w[type name value full_name appends_zone has_proxy proxy_switch],
    "proxy_switch" => %w[name off]
  }.freeze

  # All tabs wake up in the same second: one asks, the others wait for its answer, as long as for one call.
  LOCKS = Array.new(64) { Concurrent::Semaphore.new(1) }.freeze

  class Refused < StandardError
    attr_reader :status, :retry_after

    def initialize(answer)
      @status = answer.code.to_i
      @retry_after = answer["retry-after"]
      super("the API answered #{@status}")
    end
  end

  module_function

  # The domain as its owner may see it; nil where there is none. Looking its name up costs a call: it is done once.
  def view(hostname, is_check: false)
    known = Rails.cache.read("cps-id:#{hostname}")
    id = known || look_up(hostname)
    return if id.nil?

    path = "/domains/#{id}"
    hide_cause(public_part(is_check ? call(Net::HTTP::Post, "#{path}/check") : call(Net::HTTP::Get, path)))
  rescue Refused => e
    raise unless e.status == 404 && known

    # Deleted and created again, a name has another id.
    Rails.cache.delete("cps-id:#{hostname}")
    view(hostname, is_check: is_check)
  end

  # The id of a name, which is kept; nil where there is none.
  def look_up(hostname)
    found = call(Net::HTTP::Get, "/domains?url=#{CGI.escape(hostname)}")["data"].first
    # The API reads another spelling as the same name: whose that is, nobody has asked.
    return unless found && found["url"] == hostname

    Rails.cache.write("cps-id:#{hostname}", found["id"], expires_in: 1.day)
    found["id"]
  end

  # All pages of a domain that ask within five seconds cost one look at it.
  def view_of_late(hostname)
    lock = LOCKS[hostname.hash % LOCKS.size]
    raise Timeout::Error unless lock.try_acquire(1, 7)

    begin
      Rails.cache.fetch("cps-domain:#{hostname}", expires_in: 5) { view(hostname) }
    ensure
      lock.release
    end
  end

  # A redirect is not followed: it would take the key elsewhere. Two calls, one after the other, take some fifteen seconds.
  def call(method, path)
    address = URI(ENV.fetch("CPS_BASE_URL") + path)
    asked = method.new(address, "x-api-key-id" => ENV.fetch("CPS_API_KEY_ID"), "x-api-key" => ENV.fetch("CPS_API_KEY"))
    limits = { open_timeout: 3, read_timeout: 4, use_ssl: address.scheme == "https" }
    answer = Net::HTTP.start(address.host, address.port, **limits) { |http| http.request(asked) }
    raise Refused, answer unless answer.code == "200"

    JSON.parse(answer.body)
  end

  def public_part(value, place = "domain")
    case value
    when Array then value.map { |item| public_part(item, place) }
    when Hash then value.slice(*FIELDS.fetch(place)).to_h { |name, item| [name, public_part(item, name)] }
    else value
    end
  end

  # A cause that is yours to mend is not told your customer.
  def hide_cause(shown)
    diagnosis = shown["diagnosis"]
    return shown if diagnosis["actor"] == "customer" || %w[ok in_progress].include?(diagnosis["code"])

    fix = { "text" => "Nothing to do.", "records" => [] }
    said = { "summary" => "#{BRAND} has to finish its side.", "fix" => fix, "evidence" => [] }
    shown.merge("diagnosis" => diagnosis.except("reason").merge(said))
  end
end

class DomainProxyController < ActionController::API
  include ActionController::Cookies

  # Whatever an error says may name a key or a machine.
  rescue_from(StandardError) { refuse(502) }
  rescue_from(DomainApi::Refused) { |error| refuse([404, 429].include?(error.status) ? error.status : 502, error.retry_after) }

  before_action do
    response.headers["Cache-Control"] = "private, no-store"
    theirs = CUSTOMERS[cookies["session"]]
    # No form of another site can send this header.
    if theirs.nil? then refuse(401)
    elsif action_name == "check" && request.headers["X-Requested-With"] != "cps" then refuse(403)
    elsif !theirs.include?(params[:hostname]) then refuse(404)
    end
  end

  def show
    answer(DomainApi.view_of_late(params[:hostname]))
  end

  def check
    answer(DomainApi.view(params[:hostname], is_check: true))
  rescue DomainApi::Refused => e
    raise unless e.status == 429

    # It was looked at a moment ago: what is known, and when it may be asked again.
    answer(DomainApi.view_of_late(params[:hostname]), e.retry_after)
  end

  private

  def answer(shown, retry_after = nil)
    return refuse(404) if shown.nil?

    response.headers["Retry-After"] = retry_after if retry_after
    render json: shown
  end

  def refuse(status, retry_after = nil)
    response.headers["Retry-After"] = retry_after || "10" if status == 429
    render json: { error: { status: status } }, status: status
  end
end

class ExampleHost < Rails::Application
  # Your own application has these.
  config.eager_load = false
  config.consider_all_requests_local = false
  config.cache_store = :memory_store
  config.logger = Logger.new(IO::NULL)
  config.secret_key_base = SecureRandom.hex(32)

  routes.append do
    scope "/domain-proxy/:hostname", controller: "domain_proxy", constraints: { hostname: /[a-z0-9.-]+/ }, format: false do
      get "", action: :show
      post "check", action: :check
    end
  end
end

Rails.application.initialize!
run Rails.application
