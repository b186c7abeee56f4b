<?php
// A minimal Laravel application around web/examples/laravel/: `php -S 127.0.0.1:3000 laravel-host.php`, with Debian's php-laravel-framework and
// php-guzzlehttp-guzzle.

use Illuminate\Cache\CacheServiceProvider;
use Illuminate\Config\Repository;
use Illuminate\Filesystem\FilesystemServiceProvider;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Facade;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Exception\HttpException;

// Usual in applications: Laravel 8 uses features that are deprecated in PHP 8.2.
error_reporting(E_ALL & ~E_DEPRECATED);
require 'GuzzleHttp/autoload.php';
require 'Illuminate/autoload.php';

$app = new Application(getenv('CPS_HOST_FOLDER'));
$store = ['driver' => 'file', 'path' => getenv('CPS_HOST_FOLDER')];
$app->instance('config', new Repository(['cache' => ['default' => 'file', 'prefix' => '', 'stores' => ['file' => $store]]]));
Facade::setFacadeApplication($app);
$app->register(FilesystemServiceProvider::class);
$app->register(CacheServiceProvider::class);
require getenv('CPS_EXAMPLE');

$request = Request::capture();
$app->instance('request', $request);
try {
    $response = $app['router']->dispatch($request);
} catch (HttpException $error) {
    $response = new Response('', $error->getStatusCode());
}
$response->send();
