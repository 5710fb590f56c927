<?php
// As much of WordPress and WooCommerce as the recipe of docs/languages.md calls, with one order in a file: for PHP's own server.
declare(strict_types=1);

define('ABSPATH', __DIR__);
foreach (['PAY_CHARGE_URL', 'PAY_CHARGE_PROXY_KEY', 'PAY_CHARGE_WEBHOOK_SECRET'] as $name) define($name, getenv($name));

$hooks = [];
$routes = [];
function add_action(string $name, callable $hook): void { global $hooks; $hooks[$name][] = $hook; }
function add_filter(string $name, callable $hook): void { add_action($name, $hook); }
function register_rest_route(string $space, string $path, array $route): void { global $routes; $routes["/wp-json/$space$path"] = $route; }
function home_url(): string { return 'https://store.example'; }
function get_woocommerce_currency(): string { return 'USD'; }
function wp_json_encode(mixed $value): string { return json_encode($value, JSON_THROW_ON_ERROR); }

/** https://developer.wordpress.org/reference/functions/wp_remote_post/ */
function wp_remote_post(string $url, array $options): array
{
    $headers = array_map(fn ($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']);
    $http = ['method' => 'POST', 'ignore_errors' => true, 'header' => $headers, 'content' => $options['body']];
    return ['body' => (string) file_get_contents($url, false, stream_context_create(['http' => $http]))];
}
function wp_remote_retrieve_body(array $reply): string { return $reply['body']; }

/** https://developer.wordpress.org/reference/classes/wp_rest_request/ */
class WP_REST_Request
{
    public function get_header(string $name): ?string { return $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? null; }
    public function get_body(): string { return file_get_contents('php://input'); }
}
class WP_REST_Response
{
    public function __construct(public mixed $data, public int $status) {}
}

class WC_Payment_Gateway
{
    public string $id = '';
    public string $title = '';
    public string $method_title = '';
    public string $enabled = 'no';
    public function get_return_url(WC_Order $order): string { return home_url() . "/received/$order->id"; }
}

/** https://woocommerce.github.io/code-reference/classes/WC-Order.html */
class WC_Order
{
    public function __construct(public int $id, private array $state) {}
    public function get_total(): string { return $this->state['total']; }
    public function get_billing_email(): string { return 'ada@example.com'; }
    public function get_checkout_payment_url(): string { return home_url() . "/pay/$this->id"; }
    public function get_transaction_id(): string { return $this->state['charge'] ?? ''; }
    public function is_paid(): bool { return $this->state['status'] === 'processing'; }
    public function payment_complete(string $charge): void { $this->save(['status' => 'processing', 'charge' => $charge, 'completions' => $this->state['completions'] + 1]); }
    public function update_status(string $status, string $note): void { $this->save(['status' => $status, 'note' => $note]); }
    private function save(array $changes): void
    {
        $this->state = [...$this->state, ...$changes];
        // At once, for whoever reads it meanwhile.
        file_put_contents('order.json.new', json_encode($this->state));
        rename('order.json.new', 'order.json');
    }
}
function wc_get_order(int $id): WC_Order|false
{
    return $id === 1042 ? new WC_Order($id, json_decode(file_get_contents('order.json'), true)) : false;
}

require getcwd() . '/plugin.php';
foreach (['plugins_loaded', 'rest_api_init'] as $name) foreach ($hooks[$name] as $hook) $hook();

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/buy') {
    [$class] = $hooks['woocommerce_payment_gateways'][0]([]);
    $gateway = new $class();
    if ($gateway->enabled !== 'yes' || !$gateway->is_available()) throw new Exception('The gateway is not offered.');
    header('Location: ' . $gateway->process_payment(1042)['redirect'], true, 303);
} elseif (isset($routes[$path])) {
    http_response_code($routes[$path]['callback'](new WP_REST_Request())->status);
} else {
    http_response_code(404);
}
