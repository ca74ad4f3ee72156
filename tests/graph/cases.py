"""Small sources, and every edge to the world outside that they give. What gives none is as much a claim as what does."""

# ruff: noqa: E501 - each source line stays on its line

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    name: str
    path: str
    text: str
    found: dict[str, list[str]]


Several = tuple[dict[str, str], dict[str, list[str]]]

PYTHON = [
    Case("python reads of the environment", "a.py", """
import os
from os import environ, getenv
def f():
    '''os.environ["IN_A_DOC"]'''
    # os.environ["IN_A_COMMENT"]
    os.environ["WRITTEN"] = "os.environ['IN_A_STRING']"
    del os.environ["REMOVED"]
    settings["NOT_IT"], os.environ[name], os.getenv(f"{name}_X")
    return os.environ["A"].strip(), os.environ.get("B"), os.getenv("C", ""), environ["D"], getenv("E")
""", {"reads_env": ["f -> A", "f -> B", "f -> C", "f -> D", "f -> E"]}),
    Case("python programs", "a.py", """
import asyncio, os, subprocess, sys
from subprocess import run
def f(command):
    subprocess.run(["git", "log"]), subprocess.check_output("cd x && LANG=C ls -l", shell=True)
    run([sys.executable, "-m", "x"]), os.system("sudo make all"), os.execvp("vim", [])
    subprocess.run(command), subprocess.run([command, "git"]), self.run(["not"]), runner.call("nothing")
    Runner().run(["not", "a", "program"])
class Runner:
    def run(self, words): return subprocess.run(words)
""", {"executes_process": ["f -> git", "f -> ls", "f -> make", "f -> python", "f -> vim"]}),
    Case("flask routes", "a.py", """
from flask import Flask, Blueprint
app = Flask(__name__)
users = Blueprint("users", __name__, url_prefix="/users")
@app.route("/")
def index(): ...
@users.route("/<int:id>", methods=("PUT", "POST"))
def user(id): ...
@users.get("/")
def all(): ...
app.add_url_rule("/late", view_func=index)
@cache.get("key")
def cached(): ...
""", {"handles_route": ["index -> GET /", "user -> PUT /users/{}", "user -> POST /users/{}", "all -> GET /users", "index -> GET /late"]}),
    Case("fastapi and starlette routes", "a.py", """
from fastapi import APIRouter
from starlette.routing import Route
router = APIRouter(prefix="/items")
@router.get("/{id}")
async def item(id: int): ...
@router.post("")
async def make(): ...
async def home(request): ...
routes = [Route("/home", home, methods=["GET", "HEAD"])]
@patch.object(module, "/not")
def other(): ...
""", {"handles_route": ["item -> GET /items/{}", "make -> POST /items", "home -> GET /home", "home -> HEAD /home"]}),
    Case("aiohttp, tornado, sanic, restful", "a.py", """
from aiohttp import web
from tornado.web import url
def show(request): ...
class Main: ...
app = web.Application()
app.router.add_get("/a/{x}", show)
app.add_routes([web.post("/b", show)])
urls = [url(r"/c/(?P<id>[0-9]+)", Main)]
api.add_resource(Main, "/d")
{}.get("/e", show)
""", {"handles_route": ["show -> GET /a/{}", "show -> POST /b", "Main -> ANY /c/{}", "Main -> ANY /d"]}),
    Case("python clients", "a.py", """
import requests, httpx
from urllib.request import urlopen
session = requests.Session()
def f(id):
    requests.get(f"{BASE}/users/{id}?x=1"), session.post("https://api.example.com/v1/charges")
    httpx.request("PUT", "/things/1"), urlopen("http://example.org"), requests.get("http://localhost:8000/own")
    requests.get(url), {}.get("/not"), cache.get("https://not.example.com"), requests.get(f"{url}")
""", {"consumes_endpoint": ["f -> GET /users/{}", "f -> !POST api.example.com/v1/charges", "f -> PUT /things/1", "f -> !GET example.org", "f -> GET /own"]}),
    Case("python services", "a.py", """
import grpc
import hello_pb2_grpc
class Greeter(hello_pb2_grpc.GreeterServicer): ...
class Plain(Base): ...
def call(channel):
    return hello_pb2_grpc.GreeterStub(channel)
""", {"implements_rpc": ["Greeter -> rpc Greeter"], "consumes_rpc": ["call -> rpc Greeter"]}),
    Case("a stub without grpc is none", "a.py", "def f():\n    return UserStub(1)\n", {}),
    Case("python flags", "a.py", """
import waffle
from openfeature import api
def f(request, client):
    waffle.flag_is_active(request, "new-ui"), waffle.switch_is_active("switch")
    client.get_boolean_value("dark", False), ld.variation("tier", user, 1), posthog.feature_enabled("beta", 1)
    plugin.is_enabled("not"), feature_enabled(name)
""", {"gated_by_flag": ["f -> new-ui", "f -> switch", "f -> dark", "f -> tier", "f -> beta"]}),
]  # fmt: skip

JAVASCRIPT = [
    Case("javascript reads of the environment", "a.js", """
// process.env.COMMENT
function f() {
  process.env.WRITTEN = "process.env.STRING"
  delete process.env.REMOVED
  const text = `at ${process.env.A}`
  if (process.env.B === "x" && process.env["C"] && import.meta.env.VITE_D) return process.env[name]
}
""", {"reads_env": ["f -> A", "f -> B", "f -> C", "f -> VITE_D"]}),
    Case("javascript programs", "a.js", """
const { exec, spawnSync } = require('child_process')
const cp = require('node:child_process')
function f() {
  exec('git log'); spawnSync("ls", ["-l"]); cp.execFileSync(process.execPath, ["x"])
  /x/.exec('not'); query.exec("not"); exec(command)
}
""", {"executes_process": ["f -> git", "f -> ls", "f -> node"]}),
    Case("express routes", "a.js", """
const express = require('express')
const app = express()
const things = express.Router()
function show(req, res) {}
app.get('/', (req, res) => {})
app.post('/users/:id', check, show)
things.delete('/:id(\\\\d+)', wrap(show))
app.get('title')
cache.get('/not', fallback)
request(app).get('/not')
new Map().get('/not', 1)
""", {"handles_route": ["a -> GET /", "show -> POST /users/{}", "show -> DELETE /{}"]}),
    Case("fastify routes", "a.ts", """
import Fastify from 'fastify'
const fastify = Fastify()
async function list() {}
fastify.get<{ Body: X }>('/a', { schema }, list)
fastify.route({ method: ['GET', 'POST'], url: '/b', handler: list })
""", {"handles_route": ["list -> GET /a", "list -> GET /b", "list -> POST /b"]}),
    Case("nest routes", "a.ts", """
import { Controller, Get, Post } from '@nestjs/common'
@Controller('cats')
export class CatsController {
  @Get(':id') one() {}
  @Post() make() {}
}
""", {"handles_route": ["CatsController.one -> GET /cats/{}", "CatsController.make -> POST /cats"]}),
    Case("a decorator of another library is no route", "a.ts", """
import { Get } from './decorators'
export class Cats { @Get(':id') one() {} }
""", {}),
    Case("next.js route handlers", "src/app/(shop)/users/[id]/route.ts", "export async function GET() {}\nexport function helper() {}\n",
         {"handles_route": ["GET -> GET /users/{}"]}),
    Case("next.js api pages", "pages/api/users/[id].ts", "export default function handler(req, res) {}\n",
         {"handles_route": ["handler -> ANY /api/users/{}"]}),
    Case("javascript clients", "a.ts", """
import axios from 'axios'
async function f(id) {
  fetch(`/api/users/${id}`, { method: 'POST' }); fetch('https://x.example.com/a'); axios.get<User>(BASE + '/b/' + id)
  axios({ url: '/c', method: 'put' }); fetch(`http://localhost:${port}/d`, { method })
  fetch(url); store.get('/not'); fetch(`${url}`); fetch('/e', options); api().put('/not', body)
}
""", {"consumes_endpoint": ["f -> POST /api/users/{}", "f -> !GET x.example.com/a", "f -> GET /b/{}", "f -> PUT /c", "f -> ANY /d", "f -> ANY /e"]}),
    Case("javascript services", "a.js", """
const grpc = require('@grpc/grpc-js')
function start() {
  server.addService(proto.shop.Greeter.service, { hello })
  server.addService(definition, { hello }); server.addService(StockClient.service, {}); new HttpClient(address, options)
  return new GreeterClient(address, grpc.credentials.createInsecure())
}
""", {"implements_rpc": ["start -> rpc Greeter", "start -> rpc Stock"], "consumes_rpc": ["start -> rpc Greeter"]}),
    Case("javascript flags", "a.ts", """
import { OpenFeature } from '@openfeature/server-sdk'
function f() {
  if (posthog.isFeatureEnabled('beta') || client.getBooleanValue('dark', false) || ldClient.variation('tier', 1)) {}
  flagResolver.isEnabled('strategy'); plugin.isEnabled('not'); isFeatureEnabled(name)
}
""", {"gated_by_flag": ["f -> beta", "f -> dark", "f -> tier", "f -> strategy"]}),
]  # fmt: skip

GO = [
    Case("go reads of the environment, and programs", "a.go", """package a
import (
	"os"
	"os/exec"
)
// os.Getenv("COMMENT")
func f(ctx context.Context) {
	a := os.Getenv("A")
	b, ok := os.LookupEnv("B")
	os.Setenv("WRITTEN", "x")
	exec.Command("git", "log").Run()
	exec.CommandContext(ctx, "/usr/bin/ls").Run()
	exec.Command(name); root.Command("not"); cfg.Getenv("NOT")
}
""", {"reads_env": ["f -> A", "f -> B"], "executes_process": ["f -> git", "f -> ls"]}),
    Case("net/http and gorilla routes", "a.go", """package a
import (
	"net/http"
	"github.com/gorilla/mux"
)
type server struct{}
func (s *server) home(w http.ResponseWriter, r *http.Request) {}
func hello(w http.ResponseWriter, r *http.Request) {}
func start(s *server) {
	http.HandleFunc("/hello", hello)
	http.HandleFunc("POST /items/{id}", hello)
	r := mux.NewRouter()
	r.HandleFunc(base + "/home/{id:[0-9]+}", s.home).Methods(http.MethodGet, "HEAD")
	events.Handle("click", hello)
}
""", {"handles_route": ["hello -> ANY /hello", "hello -> POST /items/{}", "server.home -> GET /home/{}", "server.home -> HEAD /home/{}"]}),
    Case("gin routes", "a.go", """package a
import "github.com/gin-gonic/gin"
func list(c *gin.Context) {}
func start() {
	r := gin.Default()
	v1 := r.Group("/v1")
	users := v1.Group("/users")
	users.GET("/:id", check, list)
	r.POST("/x", func(c *gin.Context) {})
	cache.GET("key")
}
""", {"handles_route": ["list -> GET /v1/users/{}", "start -> POST /x"]}),
    Case("chi, echo and fiber routes", "a.go", """package a
import (
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"
)
func list() {}
func start() {
	r := chi.NewRouter()
	r.Route("/articles", func(r chi.Router) {
		r.Get("/{id}", list)
	})
	r.Get("/top", list)
	e := echo.New()
	e.PUT("/e/:id", list, middleware)
	headers.Get("Accept")
}
""", {"handles_route": ["list -> GET /articles/{}", "list -> GET /top", "list -> PUT /e/{}"]}),
    Case("go clients", "a.go", """package a
import (
	"fmt"
	"net/http"
)
func f(client *http.Client, method string) {
	http.Get("https://x.example.com/y")
	client.Post(base+"/z", "text", nil)
	http.NewRequest(http.MethodPut, fmt.Sprintf("%s/a/%d", base, 1), nil)
	http.NewRequestWithContext(ctx, method, "/b", nil)
	header.Get("https://not.example.com"); cache.Get("/not")
}
""", {"consumes_endpoint": ["f -> !GET x.example.com/y", "f -> POST /z", "f -> PUT /a/{}", "f -> ANY /b"]}),
    Case("go services", "a.go", """package a
import (
	"google.golang.org/grpc"
	pb "example.org/hello"
)
type server struct { pb.UnimplementedGreeterServer }
func start() {
	pb.RegisterGreeterServer(grpc.NewServer(), &server{})
	pb.NewGreeterClient(conn)
	pb.RegisterGreeterHandlerServer(ctx, mux)
	http.NewRetryClient(conn)
}
""", {"implements_rpc": ["server -> rpc Greeter", "start -> rpc Greeter"], "consumes_rpc": ["start -> rpc Greeter"]}),
    Case("go flags", "a.go", """package a
import "github.com/open-feature/go-sdk/openfeature"
func f() {
	ld.BoolVariation("beta", user, false)
	client.BooleanValue(ctx, "dark", false, eval)
	utilfeature.DefaultFeatureGate.Enabled(features.Sidecars)
	logger.Enabled("not")
}
""", {"gated_by_flag": ["f -> beta", "f -> dark", "f -> Sidecars"]}),
]  # fmt: skip

RUST = [
    Case("rust reads of the environment, and programs", "a.rs", """
use std::env;
use std::process::Command;
use clap::Command as Cli;
fn f() {
    let a = env::var("A").unwrap(); let b = std::env::var_os("B"); let c = env!("C");
    env::set_var("WRITTEN", "x"); let s = "env!(\\"STRING\\")";
    Command::new("git").arg("log"); std::process::Command::new("ls"); Cli::new("not"); Command::new(name);
}
""", {"reads_env": ["f -> A", "f -> B", "f -> C"], "executes_process": ["f -> git", "f -> ls"]}),
    Case("another command is no program", "a.rs", "use clap::Command;\nfn f() { Command::new(\"app\"); }\n", {}),
    Case("axum routes", "a.rs", """
use axum::{routing::{get, post}, Router};
async fn root() {}
async fn add() {}
fn app() -> Router {
    Router::new().route("/", get(root)).route("/x/{id}", get(root).post(add)).route("/y", get(|| async {}))
}
""", {"handles_route": ["root -> GET /", "root -> GET /x/{}", "add -> POST /x/{}", "app -> GET /y"]}),
    Case("actix and rocket routes", "a.rs", """
use actix_web::{get, web, App};
#[get("/hello/{name}")]
async fn hello() {}
#[rocket::post("/form?<x>", data = "<form>")]
fn form() {}
async fn index() {}
fn app() { App::new().route("/w", web::get().to(index)); map.get("/not"); }
""", {"handles_route": ["hello -> GET /hello/{}", "form -> POST /form", "index -> GET /w"]}),
    Case("rust clients", "a.rs", """
async fn f(client: reqwest::Client) {
    reqwest::get("https://x.example.com/z").await; client.post(format!("{}/a/{id}", base)).send();
    map.get("/not"); headers.get("https://not.example.com");
}
""", {"consumes_endpoint": ["f -> !GET x.example.com/z", "f -> POST /a/{}"]}),
    Case("tonic services", "a.rs", """
use hello::greeter_client::GreeterClient;
use hello::greeter_server::{Greeter, GreeterServer};
pub struct Mine;
#[tonic::async_trait]
impl Greeter for Mine {}
impl Display for Mine {}
async fn call() { GreeterClient::connect("http://[::1]:1").await; HttpClient::new(); }
""", {"implements_rpc": ["Mine -> rpc Greeter"], "consumes_rpc": ["call -> rpc Greeter"]}),
    Case("features of a crate", "a.rs", """
#[cfg(feature = "fancy")]
fn fancy() {}
#[cfg_attr(docsrs, doc(cfg(feature = "shown")))]
fn shown() { if cfg!(any(feature = "a", feature = "b")) {} }
""", {"gated_by_flag": ["fancy -> fancy", "shown -> a", "shown -> b"]}),
]  # fmt: skip

JAVA = [
    Case("java reads of the environment, and programs", "A.java", """
class A {
  /** System.getenv("DOC") */
  void f() {
    System.getenv("A"); System.getenv().getOrDefault("B", ""); System.getProperty("not");
    new ProcessBuilder("git", "log"); Runtime.getRuntime().exec("ls -l"); Runtime.getRuntime().exec(new String[] {"make", "x"});
    new ProcessBuilder(command); executor.exec("not");
  }
}
""", {"reads_env": ["A.f -> A", "A.f -> B"], "executes_process": ["A.f -> git", "A.f -> ls", "A.f -> make"]}),
    Case("spring routes", "A.java", """
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("/api/users")
class A {
  @GetMapping("/{id}") String one() {}
  @PostMapping String make() {}
  @RequestMapping(value = {"/a", "/b"}, method = RequestMethod.PUT) String two() {}
  @Cacheable("/not") String not() {}
}
""", {"handles_route": ["A.one -> GET /api/users/{}", "A.make -> POST /api/users", "A.two -> PUT /api/users/a", "A.two -> PUT /api/users/b"]}),
    Case("jax-rs routes", "A.java", """
import jakarta.ws.rs.*;
@Path("/things")
class A {
  @GET @Path("/{id}") String one() {}
  @POST String make() {}
}
""", {"handles_route": ["A.one -> GET /things/{}", "A.make -> POST /things"]}),
    Case("micronaut, spark and javalin routes", "A.java", """
import io.micronaut.http.annotation.*;
import static spark.Spark.*;
@Controller("/m")
class A {
  @Get("/{id}") String one() {}
  static String show() {}
  void start() {
    get("/s/:name", (req, res) -> "x");
    path("/api", () -> { post("/t", A::show); });
    map.get("/not", "x");
  }
}
""", {"handles_route": ["A.one -> GET /m/{}", "A.start -> GET /s/{}", "A.show -> POST /api/t"]}),
    Case("java clients", "A.java", """
import org.springframework.web.client.RestTemplate;
interface Users { }
class A {
  void f() {
    restTemplate.getForObject(base + "/x/" + id, String.class); webClient.post().uri("/y").retrieve();
    new HttpGet("https://x.example.com/z"); map.get("/not"); restTemplate.exchange("/e", HttpMethod.PUT, null);
  }
}
""", {"consumes_endpoint": ["A.f -> GET /x/{}", "A.f -> POST /y", "A.f -> !GET x.example.com/z", "A.f -> PUT /e"]}),
    Case("a feign client asks and does not serve", "A.java", """
import org.springframework.cloud.openfeign.FeignClient;
@FeignClient("users")
interface A { @GetMapping("/users/{id}") String one(); }
""", {"consumes_endpoint": ["A.one -> GET /users/{}"]}),
    Case("java services", "A.java", """
class A extends GreeterGrpc.GreeterImplBase {
  void call() { GreeterGrpc.newBlockingStub(channel); Other.newStub(channel); }
}
""", {"implements_rpc": ["A -> rpc Greeter"], "consumes_rpc": ["A.call -> rpc Greeter"]}),
    Case("java flags", "A.java", """
@ConditionalOnProperty(name = "feature.x", havingValue = "true")
class A {
  void f() { client.boolVariation("beta", user, false); unleash.isEnabled("dark"); plugin.isEnabled("not"); }
}
""", {"gated_by_flag": ["A -> feature.x", "A.f -> beta", "A.f -> dark"]}),
]  # fmt: skip

CSHARP = [
    Case("c# reads of the environment, and programs", "A.cs", """
class A {
  void F() {
    Environment.GetEnvironmentVariable("A"); config.GetEnvironmentVariable("NOT");
    Process.Start("git", "log"); var info = new ProcessStartInfo { FileName = "ls" }; Process.Start("https://not.example.com"); timer.Start("not");
  }
}
""", {"reads_env": ["A.F -> A"], "executes_process": ["A.F -> git", "A.F -> ls"]}),
    Case("asp.net routes", "A.cs", """
[ApiController]
[Route("api/[controller]")]
public class CatsController : Base {
  [HttpGet("{id:int}/x")] public int One() { }
  [HttpPost] public void Make() { }
  [HttpGet, Route("other")] public void Other() { }
  [Obsolete("/not")] public void Not() { }
}
public class HomeController { [HttpGet] public void ByConvention() { } }
[Route("[controller]")] public class Base { }
public class DogsController : Base { [HttpGet("{id}")] public int Two() { } }
static class Program {
  static int Show() { }
  static void Start() {
    app.MapGet("/min", () => 1);
    var group = app.MapGroup("/v1");
    group.MapPost("/x/{id}", Show);
  }
}
""", {"handles_route": ["CatsController.One -> GET /api/Cats/{}/x", "CatsController.Make -> POST /api/Cats", "CatsController.Other -> GET /api/Cats/other", "DogsController.Two -> GET /Dogs/{}", "Program.Start -> GET /min", "Program.Show -> POST /v1/x/{}"]}),
    Case("c# clients", "A.cs", """
class A {
  async Task F() {
    await client.GetAsync($"{b}/a/{x}"); await _httpClient.PostAsJsonAsync<User>("https://x.example.com/y", user);
    new HttpRequestMessage(HttpMethod.Put, "/z"); await cache.GetAsync("/not");
  }
}
""", {"consumes_endpoint": ["A.F -> GET /a/{}", "A.F -> !POST x.example.com/y", "A.F -> PUT /z"]}),
    Case("c# services", "A.cs", """
class Service : Hello.Greeter.GreeterBase { }
class Plain : ControllerBase { }
class A { void F() { new Greeter.GreeterClient(channel); new HttpClient(); } }
""", {"implements_rpc": ["Service -> rpc Greeter"], "consumes_rpc": ["A.F -> rpc Greeter"]}),
    Case("c# flags", "A.cs", """
class A {
  [FeatureGate("Gate")] void G() { }
  void F() { _featureManager.IsEnabledAsync("Beta"); AppContext.TryGetSwitch("System.X", out var x); logger.IsEnabled("not"); }
}
""", {"gated_by_flag": ["A.G -> Gate", "A.F -> Beta", "A.F -> System.X"]}),
]  # fmt: skip

RUBY = [
    Case("ruby reads of the environment, and programs", "a.rb", """
# ENV["COMMENT"] and `ls`
def f
  ENV["A"]; ENV.fetch("B", "x"); ENV["WRITTEN"] = "ENV['STRING'] `not`"; ENV["C"] ||= "x"; ENV.key?("D")
  `git log`; system("ls", "-l"); Open3.capture3("make all"); IO.popen(%w[tar x]); spawn "node x"; system(command); `#{x} y`
  text = <<~END
    a `not` program
  END
  env["not"]; database.exec("not")
end
""", {"reads_env": ["f -> A", "f -> B", "f -> C", "f -> D"], "executes_process": ["f -> git", "f -> ls", "f -> make", "f -> tar", "f -> node"]}),
    Case("a text the grammar misreads is no program", "a.rb", """
def f
  x = <<~OUTER
    a
    #{ y ? "" : <<~INNER
    - `not`: a
    INNER
    }
  OUTER
end
""", {}),
    Case("sinatra routes", "a.rb", """
require "sinatra/base"
class App < Sinatra::Base
  get "/hi/:name" do
    x
  end
  post("/x") { 1 }
  get "/no_block"
end
""", {"handles_route": ["App -> GET /hi/{}", "App -> POST /x"]}),
    Case("a request of a test is no route", "a.rb", "describe 'x' do\n  it { get '/users' }\nend\n", {}),
    Case("grape routes", "a.rb", """
class API < Grape::API
  resource :users do
    get do
      x
    end
    route_param :id do
      get :posts do
        y
      end
    end
  end
end
""", {"handles_route": ["API -> GET /users", "API -> GET /users/{}/posts"]}),
    Case("ruby clients", "a.rb", """
require "faraday"
def f
  Faraday.get("https://x.example.com/a"); HTTParty.post("#{base}/b/#{id}"); conn.put("/c"); {}.get("/not"); cache.delete("/not")
end
""", {"consumes_endpoint": ["f -> !GET x.example.com/a", "f -> POST /b/{}", "f -> PUT /c"]}),
    Case("ruby services", "a.rb", """
class G < Hello::Greeter::Service
end
class S < Base::Thing
end
def call
  Hello::Greeter::Stub.new("x")
end
""", {"implements_rpc": ["G -> rpc Greeter"], "consumes_rpc": ["call -> rpc Greeter"]}),
    Case("ruby flags", "a.rb", """
def f
  Flipper.enabled?(:beta, user); Feature.enabled?("dark"); plugin.enabled?(:not); feature_enabled? :small
end
""", {"gated_by_flag": ["f -> beta", "f -> dark", "f -> small"]}),
]  # fmt: skip

CASES = [*PYTHON, *JAVASCRIPT, *GO, *RUST, *JAVA, *CSHARP, *RUBY]

SEVERAL: dict[str, Several] = {
    "django": (
        {
            "shop/urls.py": """
from django.urls import include, path, re_path
from . import views
from .views import Show
urlpatterns = [
    path("", views.index), path("items/<int:pk>/", Show.as_view(), name="show"),
    re_path(r"^old/(?P<id>\\d+)/$", views.index), path("api/", include("shop.api.urls")),
]
""",
            "shop/views.py": "def index(request): ...\nclass Show: ...\n",
        },
        {"handles_route": ["index -> ANY /", "Show -> ANY /items/{}", "index -> ANY /old/{}"]},
    ),
    "fastapi mounted": (
        {
            "app/__init__.py": "",
            "app/users.py": """
from fastapi import APIRouter
router = APIRouter(prefix="/users")
other = APIRouter()
@router.get("/{id}")
def show(id): ...
@other.get("/elsewhere")
def elsewhere(): ...
""",
            "app/api/__init__.py": "from .all import api\n",
            "app/api/all.py": """
from fastapi import APIRouter
from app import users
api = APIRouter()
api.include_router(users.router, prefix="/v1")
""",
            "app/main.py": """
from fastapi import FastAPI
from app.api import api
app = FastAPI()
app.include_router(api, prefix="/api")
""",
        },
        {
            "handles_route": [
                "show -> GET /users/{}", "show -> GET /v1/users/{}", "show -> GET /api/v1/users/{}",
                "elsewhere -> GET /elsewhere",
            ]
        },
    ),
    "flask mounted": (
        {
            "shop/carts.py": """
from flask import Blueprint
bp = Blueprint("carts", __name__, url_prefix="/carts")
@bp.route("/all")
def listed(): ...
""",
            "shop/app.py": """
from flask import Flask
from shop.carts import bp
import shop.carts
app = Flask(__name__)
app.register_blueprint(bp, url_prefix="/baskets")
app.register_blueprint(shop.carts.bp)
""",
        },
        {"handles_route": ["listed -> GET /carts/all", "listed -> GET /baskets/all"]},
    ),
    "django mounted": (
        {
            "site/urls.py": """
from django.urls import include, path
from shop import urls as shop_urls
urlpatterns = [path("api/", include("shop.urls")), path("old/", include((shop_urls, "shop"))), path("x/", include("no.urls"))]
""",
            "shop/urls.py": """
from django.urls import include, path
from rest_framework.routers import DefaultRouter
from . import views
router = DefaultRouter()
router.register("things", views.Things)
urlpatterns = [path("items/<int:pk>/", views.show), path("deep/", include(router.urls))]
""",
            "shop/views.py": "def show(request): ...\nclass Things: ...\n",
        },
        {
            "handles_route": [
                "show -> ANY /items/{}", "show -> ANY /api/items/{}", "show -> ANY /old/items/{}", "Things -> ANY /things",
                "Things -> ANY /deep/things", "Things -> ANY /api/things", "Things -> ANY /old/things",
                "Things -> ANY /api/deep/things", "Things -> ANY /old/deep/things",
            ]
        },
    ),
    "express mounted": (
        {
            "users.js": """
const express = require("express")
const router = express.Router()
function show(req, res) {}
router.get("/:id", show)
module.exports = router
""",
            "carts.ts": """
import { Router } from "express"
const routes = Router()
function list(req, res) {}
routes.get("/all", list)
export default routes
""",
            "app.ts": """
import express from "express"
import carts from "./carts"
const users = require("./users")
const app = express()
app.use("/users", users)
app.use("/carts", authenticate, carts)
app.use("/static", express.static("public"))
""",
        },
        {
            "handles_route": [
                "show -> GET /{}", "show -> GET /users/{}", "list -> GET /all", "list -> GET /carts/all",
            ]
        },
    ),
    "fastify mounted": (
        {
            "plugin.js": """
function list(request, reply) {}
module.exports = async function (fastify) {
  fastify.get("/all", list)
}
""",
            "server.js": """
const fastify = require("fastify")()
const plugin = require("./plugin")
fastify.register(plugin, { prefix: "/v2" })
""",
        },
        {"handles_route": ["list -> GET /all", "list -> GET /v2/all"]},
    ),
    "gin groups passed to functions": (
        {
            "go.mod": "module shop\n",
            "main.go": """package main
import (
	"github.com/gin-gonic/gin"
	"shop/users"
	"shop/carts"
)
func main() {
	r := gin.Default()
	v1 := r.Group("/v1")
	users.Register(nil, v1)
	carts.Register(r.Group("/open"), v1)
	carts.Setup(r.Group("/deep"))
}
""",
            "users/users.go": """package users
import "github.com/gin-gonic/gin"
func list(c *gin.Context) {}
func save(c *gin.Context) {}
func Register(db *DB, rg *gin.RouterGroup) {
	g := rg.Group("/users")
	g.GET("/:id", list)
	rg.POST("/save", save)
	other.GET("/other", list)
}
""",
            "carts/carts.go": """package carts
import "github.com/gin-gonic/gin"
func show(c *gin.Context) {}
func buy(c *gin.Context) {}
func Register(open, closed *gin.RouterGroup) {
	open.GET("/show", show)
	closed.POST("/buy", buy)
}
func Setup(rg gin.IRouter) { inner(rg) }
func inner(rg gin.IRouter) { inner(rg); rg.GET("/in", show) }
""",
        },
        {
            "handles_route": [
                "list -> GET /users/{}", "save -> POST /save", "list -> GET /other", "show -> GET /show", "buy -> POST /buy",
                "show -> GET /in", "list -> GET /v1/users/{}", "save -> POST /v1/save", "show -> GET /open/show",
                "buy -> POST /v1/buy", "show -> GET /deep/in",
            ]
        },
    ),
    "rails concerns and drawn files": (
        {
            "config/routes.rb": """
Rails.application.routes.draw do
  concern :noted do
    resources :notes, only: :index
    get :starred, on: :member
  end
  resources :posts, only: [], concerns: :noted
  resources :pages, only: [:show] do
    concerns :noted
  end
  draw(:plain)
  namespace :admin do
    draw :staff
    draw :missing
  end
end
""",
            "config/routes/plain.rb": "get '/plain', to: 'posts#starred'\n",
            "config/routes/staff.rb": "resources :people, only: :index\n",
            "app/controllers/posts_controller.rb": "class PostsController\n  def starred; end\nend\n",
            "app/controllers/pages_controller.rb": "class PagesController\n  def show; end\n  def starred; end\nend\n",
            "app/controllers/notes_controller.rb": "class NotesController\n  def index; end\nend\n",
            "app/controllers/admin/people_controller.rb": "module Admin\n  class PeopleController\n    def index; end\n  end\nend\n",
        },
        {
            "handles_route": [
                "NotesController.index -> GET /posts/{}/notes", "PostsController.starred -> GET /posts/{}/starred",
                "PagesController.show -> GET /pages/{}", "NotesController.index -> GET /pages/{}/notes",
                "PagesController.starred -> GET /pages/{}/starred", "PostsController.starred -> GET /plain",
                "Admin.PeopleController.index -> GET /admin/people", "staff -> GET /people",
            ]
        },
    ),
    "rails": (
        {
            "config/routes.rb": """
Rails.application.routes.draw do
  root "home#index"
  get "/about", to: "posts#about"
  get "x" => "posts#show"
  scope "(/:locale)" do
    get :short, to: "posts#show"
  end
  resources :posts, only: [:index, :show] do
    member do
      get :preview
    end
    get :recent, on: :collection
  end
  namespace :admin do
    resources :users, only: %i[index]
  end
end
""",
            "app/controllers/posts_controller.rb": "class PostsController\n  def index; end\n  def show; end\n  def about; end\n  def preview; end\n  def recent; end\nend\n",
            "app/controllers/admin/users_controller.rb": "module Admin\n  class UsersController\n    def index; end\n  end\nend\n",
        },
        {
            "handles_route": [
                "routes -> GET /", "PostsController.about -> GET /about", "PostsController.show -> GET /x",
                "PostsController.show -> GET /short",
                "PostsController.index -> GET /posts", "PostsController.show -> GET /posts/{}",
                "PostsController.preview -> GET /posts/{}/preview", "PostsController.recent -> GET /posts/recent",
                "Admin.UsersController.index -> GET /admin/users",
            ]
        },
    ),
    "who asks and who serves meet": (
        {
            "server/app.py": "from flask import Flask\napp = Flask('x')\n@app.post('/users/<id>')\ndef save(id): ...\n",
            "web/app.ts": "export function store(id) { return fetch(`/users/${id}`, { method: 'POST' }) }\n",
        },
        {"handles_route": ["save -> POST /users/{}"], "consumes_endpoint": ["store -> POST /users/{}"]},
    ),
    "an app made elsewhere": (
        {
            "web/app.js": "const express = require('express')\nconst site = express()\nmodule.exports = { site }\n",
            "web/routes.js": "const { site } = require('./app')\nconst { list } = require('./list')\nsite.get('/list', list)\n",
            "web/list.js": "exports.list = function list(req, res) {}\n",
        },
        {"handles_route": ["list -> GET /list"]},
    ),
}  # fmt: skip
